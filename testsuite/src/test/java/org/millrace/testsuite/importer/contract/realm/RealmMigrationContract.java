package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ServiceAccountMigrationContract.account;

import com.fasterxml.jackson.databind.JsonNode;
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
