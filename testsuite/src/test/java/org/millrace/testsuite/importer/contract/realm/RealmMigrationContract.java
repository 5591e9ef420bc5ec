package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.CaseFile;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Export files of real migrations. */
interface RealmMigrationContract extends Importing {
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

    @Test
    default void usersOfAUserFederationAreNamedAsNotImported() {
        ImportAnswer answer = CaseFile.of("02b-federated-users-file.json")
                .into(realm(Map.of()).into("records"));

        assertThat(answer.outcomes()).isEmpty();
        assertThat(answer.summary().orElseThrow().path("notImported").toString())
                .contains("\"federatedUsers\"");
    }

    @Test
    default void theClientOfFineGrainedPermissionsIsCreatedWithItsSettingsOrUnchanged() {
        ImportRealm without = realm(Map.of());
        ImportRealm with = realm(Map.of("adminPermissionsEnabled", true));
        CaseFile file = CaseFile.of("61-admin-permissions-client.json");

        ImportAnswer created = file.into(without.into("records").with("ids=new"));
        ImportAnswer present = file.into(with.into("records"));
        ImportAnswer skipped = file.into(with.into("records").with("ids=new&onConflict=skip"));

        assertThat(created.statuses()).as("%s", created.outcomes()).containsExactly("created", "updated");
        assertThat(new ClientRealm(without)
                        .of("admin-permissions", "authz/resource-server/settings")
                        .path("resources")
                        .findValuesAsText("type"))
                .contains("Roles", "Organizations", "Clients", "Users");
        assertThat(present.outcomes().stream().map(ImportAnswer::problems))
                .containsExactly(List.of("client-exists"), List.of("settings-exist"));
        assertThat(skipped.statuses()).containsExactly("unchanged", "unchanged");
    }
}
