package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;

/** Service accounts in export files of real migrations. */
interface ServiceAccountMigrationContract extends Importing {
    static JsonNode account(ImportRealm realm, String clientId) {
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
        realm.allowUnmanagedAttributes();
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
        ServerLog log = ServerLog.from(realm.node());

        JsonNode first = file.into(records).single();
        JsonNode again = file.into(records).single();
        JsonNode merged = file.into(records.with("onConflict=merge")).single();

        assertThat(first.path("status").asText()).as("%s", first).isEqualTo("created");
        log.await("Import by user \\S+ of realm \\S+ in realm \\S+ deleted user " + before
                + ", replaced by user 86ef9aee");
        assertThat(account(realm, "backend").path("id").asText())
                .isEqualTo("86ef9aee-b4fe-4ccb-808c-d1c433e29543")
                .isNotEqualTo(before);
        assertThat(realm.clientRoles("service-account-backend", "realm-management"))
                .containsExactlyInAnyOrder("manage-users", "view-users");
        assertThat(again.path("status").asText()).isEqualTo("rejected");
        assertThat(merged.path("status").asText()).as("%s", merged).isEqualTo("unchanged");
    }

    /** A new id would not be that of the record either, and references to the account would break. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "merge", "replace"})
    default void aServiceAccountOfAnEarlierImportKeepsItsIdWithNewIds(String onConflict) {
        ImportRealm realm = realm(Map.of());
        realm.admin()
                .createClient(
                        realm.name(), Map.of("clientId", "backend", "secret", "s", "serviceAccountsEnabled", true));
        String before = account(realm, "backend").path("id").asText();
        String options = "ids=new&onConflict=" + onConflict;
        String user = "{\"type\":\"user\",\"id\":\"" + UUID.randomUUID()
                + "\",\"username\":\"service-account-backend\",\"serviceAccountClientId\":\"backend\"}";

        JsonNode predicted =
                realm.into("records").with("dryRun=true&" + options).take(user).single();
        ImportAnswer direct = realm.into("records").with(options).take(user);
        ImportAnswer job = new CaseFile("account.ndjson", user + "\n")
                .asJob(realm.into("records"), Map.of("ids", "new", "onConflict", onConflict));

        assertThat(predicted.path("id").asText()).isEqualTo(before);
        for (ImportAnswer answer : List.of(direct, job)) {
            assertThat(answer.statuses()).as("%s", answer.outcomes()).doesNotContain("created", "rejected", "failed");
        }
        assertThat(account(realm, "backend").path("id").asText()).isEqualTo(before);
    }

    /** Keycloak deletes the resources of a user that is removed. */
    @ParameterizedTest
    @ValueSource(strings = {"policy", "resource"})
    default void aServiceAccountThatSomethingRefersToKeepsItsId(String reference) {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        admin.createClient(realm.name(), Map.of("clientId", "backend", "secret", "s", "serviceAccountsEnabled", true));
        String server = realm.base() + "/clients/"
                + admin.createClient(
                        realm.name(),
                        Map.of(
                                "clientId",
                                "shop",
                                "secret",
                                "s",
                                "serviceAccountsEnabled",
                                true,
                                "authorizationServicesEnabled",
                                true))
                + "/authz/resource-server";
        String before = account(realm, "backend").path("id").asText();
        if (reference.equals("policy")) {
            admin.post(server + "/policy/user", Map.of("name", "allow", "users", List.of(before)))
                    .ok();
        } else {
            admin.post(server + "/resource", Map.of("name", "own", "owner", Map.of("id", before)))
                    .ok();
        }

        JsonNode outcome = realm.into("records")
                .take("{\"type\":\"user\",\"id\":\"" + UUID.randomUUID()
                        + "\",\"username\":\"service-account-backend\",\"serviceAccountClientId\":\"backend\","
                        + "\"realmRoles\":[\"offline_access\"]}")
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("updated");
        assertThat(account(realm, "backend").path("id").asText()).isEqualTo(before);
        JsonNode settings = admin.get(server + "/settings").ok().json();
        assertThat(settings.toString()).contains("service-account-backend");
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
}
