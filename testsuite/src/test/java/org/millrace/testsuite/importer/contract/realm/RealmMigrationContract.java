package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Export files of real migrations. */
interface RealmMigrationContract extends Importing {
    private static JsonNode account(ImportRealm realm, String clientId) {
        return realm.user("service-account-" + clientId);
    }

    private static void hasRolesAndAttributes(ImportRealm realm) {
        String username = "service-account-team-a";
        assertThat(realm.realmRoles(username)).contains("Team A", realm.defaultRole());
        assertThat(realm.clientRoles(username, "account")).contains("view-profile");
        assertThat(realm.user(username)
                        .path("attributes")
                        .path("locale")
                        .path(0)
                        .asText())
                .isEqualTo("de");
        JsonNode ofClient = new ClientRealm(realm).of("team-a", "service-account-user");
        assertThat(ofClient.path("id").asText())
                .isEqualTo(realm.user(username).path("id").asText());
    }

    /** A realm that shows every attribute of its users. */
    private ImportRealm openRealm() {
        ImportRealm realm = realm(Map.of("internationalizationEnabled", true, "supportedLocales", List.of("en", "de")));
        ObjectNode profile = (ObjectNode)
                realm.admin().get(realm.base() + "/users/profile").ok().json();
        profile.put("unmanagedAttributePolicy", "ENABLED");
        realm.admin().put(realm.base() + "/users/profile", profile).ok();
        return realm;
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "merge", "replace"})
    default void aServiceAccountHasTheRolesAndAttributesAndIdOfTheFile(String onConflict) {
        for (boolean namesId : List.of(false, true)) {
            ImportRealm realm = openRealm();
            String id = UUID.randomUUID().toString();
            CaseFile file = CaseFile.of("91-service-account-roles.json");
            CaseFile used = namesId
                    ? file.replacing("\"username\": \"service", "\"id\": \"" + id + "\",\"username\": \"service")
                    : file;
            ImportRealm records = realm.into("records").with("onConflict=" + onConflict);

            ImportAnswer predicted = used.into(records.with("dryRun=true&onConflict=" + onConflict));
            ImportAnswer answer = used.into(records);

            assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
            assertThat(predicted.statuses()).isEqualTo(answer.statuses());
            hasRolesAndAttributes(realm);
            if (namesId) {
                assertThat(account(realm, "team-a").path("id").asText()).isEqualTo(id);
            }
        }
    }

    @Test
    default void aServiceAccountMayStandBeforeItsClientAndComeInAJob() {
        ImportRealm realm = openRealm();
        String id = UUID.randomUUID().toString();
        String user = "{\"type\":\"user\",\"id\":\"" + id + "\",\"username\":\"service-account-late\",\"enabled\":true,"
                + "\"serviceAccountClientId\":\"late\",\"realmRoles\":[\"offline_access\"]}";
        String client = "{\"type\":\"client\",\"clientId\":\"late\",\"secret\":\"s\",\"serviceAccountsEnabled\":true}";

        ImportAnswer before = realm.into("records").take(user, client);
        ImportAnswer job = CaseFile.of("91-service-account-roles.json").asJob(realm.into("records"), Map.of());

        assertThat(before.statuses()).as("%s", before.outcomes()).containsExactly("created", "created");
        assertThat(account(realm, "late").path("id").asText()).isEqualTo(id);
        assertThat(realm.realmRoles("service-account-late")).contains("offline_access");
        assertThat(job.statuses()).as("%s", job.outcomes()).doesNotContain("rejected", "failed");
        hasRolesAndAttributes(realm);
    }

    @Test
    default void aServiceAccountOfAnEarlierImportIsCompletedOnce() {
        ImportRealm realm = realm(Map.of());
        realm.admin()
                .createClient(
                        realm.name(), Map.of("clientId", "backend", "secret", "s", "serviceAccountsEnabled", true));
        ImportRealm records = realm.into("records");
        CaseFile file = CaseFile.of("16b2-service-account-other-id.json").replacing("f16", realm.name());
        String before = account(realm, "backend").path("id").asText();

        JsonNode first = file.into(records).single();
        JsonNode again = file.into(records).single();
        JsonNode merged = file.into(records.with("onConflict=merge")).single();

        assertThat(first.path("status").asText()).as("%s", first).isEqualTo("created");
        assertThat(account(realm, "backend").path("id").asText())
                .isEqualTo("86ef9aee-b4fe-4ccb-808c-d1c433e29543")
                .isNotEqualTo(before);
        assertThat(realm.clientRoles("service-account-backend", "realm-management"))
                .containsExactlyInAnyOrder("manage-users", "view-users");
        assertThat(again.path("status").asText()).isEqualTo("rejected");
        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("unchanged");
    }

    @Test
    default void aServiceAccountHasNoEmailWhereEmailsAreUsernames() {
        ImportRealm realm = realm(Map.of("registrationEmailAsUsername", true));

        ImportAnswer answer =
                CaseFile.of("16d-service-account-email-as-username.json").into(realm.into("records"));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
        assertThat(realm.clientRoles("service-account-faker", "realm-management"))
                .containsExactlyInAnyOrder("manage-users", "view-users");
    }

    @Test
    default void aServiceAccountOfAMissingClientIsRejected() {
        ImportRealm realm = realm(Map.of());

        JsonNode outcome = CaseFile.of("16a-service-account-without-client.json")
                .replacing("f16", realm.name())
                .into(realm.into("records"))
                .single();

        assertThat(ImportAnswer.problems(outcome)).containsExactly("unknown-client");
    }

    /** Everything that names something else by its id, in an order in which all exists before it is named. */
    private static List<String> linkedById(String digits) {
        String id = digits + "-0000-4000-8000-00000000000";
        return List.of(
                        "{'type':'client','id':'ID1','clientId':'app','secret':'s','serviceAccountsEnabled':true}",
                        "{'type':'role','id':'ID2','name':'of-app','clientRole':true,'containerId':'ID1'}",
                        "{'type':'role','id':'ID3','name':'of-realm','clientRole':false}",
                        "{'type':'group','id':'ID4','name':'parent'}",
                        "{'type':'group','id':'ID5','name':'child','parentId':'ID4','clientRoles':{'app':['of-app']}}",
                        "{'type':'user','id':'ID6','username':'ann','enabled':true,'groups':['/parent/child'],'realmRoles':['of-realm']}",
                        "{'type':'user','id':'ID7','username':'service-account-app','serviceAccountClientId':'app','enabled':true}",
                        "{'type':'authorization','id':'ID1','clientId':'app','authorizationServicesEnabled':true,'authorizationSettings':"
                                + "{'resources':[{'_id':'ID8','name':'R','owner':{'id':'ID6'}},{'_id':'ID9','name':'S','owner':{'id':'ID1'}}],"
                                + "'policies':[{'id':'ID0','name':'p','type':'user','config':{'users':'[\\\"ID6\\\"]'}},"
                                + "{'name':'q','type':'role','config':{'roles':'[{\\\"id\\\":\\\"ID3\\\"}]'}},"
                                + "{'name':'r','type':'resource','config':{'resources':'[\\\"ID9\\\"]','applyPolicies':'[\\\"ID0\\\"]'}}]}}")
                .stream()
                .map(line -> line.replace('\'', '"').replace("ID", id))
                .toList();
    }

    private static void isWhole(ImportRealm realm) {
        ClientRealm clients = new ClientRealm(realm);
        assertThat(clients.of("app", "roles").findValuesAsText("name")).contains("of-app");
        assertThat(realm.groups("ann")).containsExactly("/parent/child");
        assertThat(realm.realmRoles("ann")).contains("of-realm");
        assertThat(clients.of("app", "service-account-user").path("id").asText())
                .isEqualTo(account(realm, "app").path("id").asText());
        assertThat(clients.of("app", "authz/resource-server/resource?name=R")
                        .path(0)
                        .path("owner")
                        .path("name")
                        .asText())
                .isEqualTo("ann");
        assertThat(clients.of("app", "authz/resource-server/resource?name=S")
                        .path(0)
                        .path("owner")
                        .path("name")
                        .asText())
                .isEqualTo("app");
        JsonNode settings = clients.of("app", "authz/resource-server/settings");
        assertThat(settings.path("policies").toString()).contains("ann", "of-realm", "\\\"S\\\"");
    }

    @Test
    default void aRealmIsClonedWithNewIdsThatAreMappedEverywhere() {
        List<String> lines = linkedById(UUID.randomUUID().toString().substring(0, 8));
        ImportRealm original = realm(Map.of());
        ImportRealm clone = realm(Map.of());
        ImportRealm second = realm(Map.of());
        ImportRealm third = realm(Map.of());
        String text = String.join("\n", lines) + "\n";

        ImportAnswer kept = original.into("records").take(lines);
        ImportAnswer taken = clone.into("records").take(lines);
        ImportAnswer cloned = clone.into("records").with("ids=new&chunkSize=1").take(lines);
        ImportAnswer job =
                new CaseFile("linked.ndjson", text).asJob(second.into("records"), Map.of("ids", "new", "chunkSize", 1));

        ImportJob inParts = ImportJob.create(third.into("records"), Map.of("ids", "new", "chunkSize", 1))
                .with(1, lines.subList(0, 3))
                .with(2, lines.subList(3, 6))
                .with(3, lines.subList(6, lines.size()));
        inParts.started().finished();

        assertThat(kept.statuses()).as("%s", kept.outcomes()).doesNotContain("rejected", "failed");
        assertThat(ImportJob.texts(inParts.outcomes(), "status"))
                .as("%s", inParts.outcomes())
                .isEqualTo(kept.statuses());
        assertThat(taken.statuses()).doesNotContain("created");
        assertThat(cloned.statuses()).as("%s", cloned.outcomes()).isEqualTo(kept.statuses());
        assertThat(job.statuses()).as("%s", job.outcomes()).isEqualTo(kept.statuses());
        for (ImportRealm realm : List.of(original, clone, second, third)) {
            isWhole(realm);
        }
        assertThat(ImportJob.texts(cloned.outcomes(), "id"))
                .doesNotContainAnyElementsOf(ImportJob.texts(kept.outcomes(), "id"))
                .doesNotContainAnyElementsOf(ImportJob.texts(job.outcomes(), "id"))
                .doesNotContainAnyElementsOf(ImportJob.texts(inParts.outcomes(), "id"));
    }

    @Test
    default void anExportOfARealmOfTheServerIsTakenWithNewIds() {
        ImportRealm first = realm(Map.of("organizationsEnabled", true));
        ImportRealm second = realm(Map.of("organizationsEnabled", true));
        CaseFile export = CaseFile.of("96b-export-of-own-realm.json");
        String options = "onConflict=skip&ids=new";

        ImportAnswer one = export.into(first.into("records").with(options));
        ImportAnswer two = export.into(second.into("records").with(options));

        assertThat(one.statuses()).as("%s", one.outcomes()).contains("created").doesNotContain("rejected", "failed");
        assertThat(two.statuses()).isEqualTo(one.statuses());
    }

    private static List<String> defaultRoles(ImportRealm realm) {
        return realm.admin()
                .get(realm.base() + "/roles/" + realm.defaultRole() + "/composites")
                .ok()
                .json()
                .findValuesAsText("name");
    }

    @Test
    default void theDefaultRoleOfAnExportIsThatOfTheRealm() {
        ImportRealm realm = realm(Map.of());
        CaseFile users = CaseFile.of("03-min-default-role.json");
        CaseFile file = CaseFile.of("03-default-role-of-other-realm.json");
        // Its password is in the format of a custom provider.
        CaseFile records = new CaseFile(file.name(), file.text().replaceAll("(?s)\"credentials\": \\[.*?\\],", ""));

        ImportAnswer direct = users.into(realm.into("users"));
        ImportAnswer mixed = records.into(realm.into("records").with("validation=lenient"));
        ImportAnswer job = users.replacing("pz1", "pz2").asJob(realm.into("users"), Map.of());

        assertThat(direct.statuses()).containsExactly("created");
        assertThat(job.statuses()).containsExactly("created");
        assertThat(mixed.statuses()).as("%s", mixed.outcomes()).containsExactly("created");
        assertThat(ImportAnswer.warnings(mixed.single())).doesNotContain("unknown-role");
        for (String user : List.of("pz1", "pz2", "testuser@corp.test")) {
            assertThat(realm.realmRoles(user)).containsExactly(realm.defaultRole());
        }
    }

    @Test
    default void defaultRolesOfOldExportsArePartsOfTheDefaultRole() {
        ImportRealm realm = realm(Map.of());
        ImportRealm later = realm(Map.of());
        CaseFile file = CaseFile.of("22-default-roles.json");
        CaseFile older = file.replacing("\"client\": {\n   \"shop\": [", "\"application\": {\n   \"shop\": [");

        ImportAnswer answer = file.into(realm.into("records").with("onConflict=skip"));
        ImportAnswer job = older.asJob(later.into("records"), Map.of("onConflict", "skip"));

        assertThat(older.text()).contains("application");
        assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("rejected", "failed");
        assertThat(job.statuses()).as("%s", job.outcomes()).isEqualTo(answer.statuses());
        for (ImportRealm each : List.of(realm, later)) {
            assertThat(defaultRoles(each)).contains("employee", "USER", "offline_access", "uma_authorization");
            assertThat(new ClientRealm(each).of("shop", "roles").findValuesAsText("name"))
                    .containsExactlyInAnyOrder("USER", "ADMIN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clients", "records"})
    default void defaultRolesOfAClientAreCreatedWithIt(String entity) {
        ImportRealm realm = realm(Map.of());
        CaseFile file = CaseFile.of("87-client-default-roles.ndjson")
                .replacing(
                        "{\"clientId\"",
                        entity.equals("records") ? "{\"type\":\"client\",\"clientId\"" : "{\"clientId\"");

        JsonNode created = file.into(realm.into(entity)).single();
        JsonNode merged = file.replacing("[\"USER\"]", "[\"USER\",\"NEW\"]")
                .into(realm.into(entity).with("onConflict=merge"))
                .single();

        assertThat(created.path("status").asText()).as("%s", created).isEqualTo("created");
        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("updated");
        assertThat(defaultRoles(realm)).contains("USER", "NEW");
    }
}
