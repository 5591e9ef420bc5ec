package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.LdapRealm;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.SharedServers;

/** Dry runs in a realm whose groups and roles are in LDAP only, where Keycloak writes memberships immediately. */
class FederatedDryRunIT {
    private static final String WARNING = "user-store-not-checked";

    private static final UserLine ANN = UserLine.of(Map.of(
            "username",
            "ann",
            "firstName",
            "Ann",
            "lastName",
            "After",
            "email",
            "ann@example.org",
            "enabled",
            true,
            "groups",
            List.of("/sales"),
            "realmRoles",
            List.of("auditor")));

    private LdapRealm ldap;
    private ImportRealm realm;

    @BeforeEach
    void createRealm() {
        assumeTrue(SharedServers.areProcesses(), "the directory is on this machine");
        ldap = LdapRealm.create(SharedServers.postgres());
        realm = ldap.realm();
        assertThat(realm.groups("ann")).containsExactly("/staff");
    }

    @AfterEach
    void stopDirectory() {
        if (ldap != null) {
            ldap.close();
        }
    }

    @Test
    void usersAreChangedInTheDirectoryByTheImportOnly() {
        Map<String, List<String>> before = ldap.members();

        ImportAnswer predicted =
                realm.with("onConflict=replace&dryRun=true&chunkSize=1").take(ANN, ANN);

        assertThat(ldap.members()).isEqualTo(before);
        assertThat(predicted.statuses()).as("%s", predicted).containsExactly("updated", "unchanged");
        assertThat(ImportAnswer.warnings(predicted.line(1))).containsExactly(WARNING);
        assertThat(ImportAnswer.warnings(predicted.line(2))).isEmpty();
        assertThat(realm.user("ann").path("lastName").asText()).isEqualTo("Before");

        ImportAnswer imported = realm.with("onConflict=replace").take(ANN, ANN);

        assertThat(imported.statuses()).as("%s", imported).containsExactly("updated", "unchanged");
        assertThat(ImportAnswer.warnings(imported.line(1))).isEmpty();
        assertThat(ldap.withMembers()).containsExactly("auditor", "sales");
        assertThat(realm.user("ann").path("lastName").asText()).isEqualTo("After");
    }

    @Test
    void recordsOfOneChunkBuildOnEachOther() {
        Map<String, List<String>> before = ldap.members();

        ImportAnswer predicted = realm.with("onConflict=merge&dryRun=true")
                .take(
                        "{\"username\":\"ann\",\"groups\":[\"/sales\"]}",
                        "{\"username\":\"ann\",\"realmRoles\":[\"auditor\"]}",
                        "{\"username\":\"ann\",\"groups\":[\"/sales\"],\"realmRoles\":[\"auditor\"]}");

        assertThat(predicted.statuses()).as("%s", predicted).containsExactly("updated", "updated", "unchanged");
        assertThat(ldap.members()).isEqualTo(before);
    }

    @Test
    void dryRunInOneTransactionPredictsTheSame() {
        Map<String, List<String>> before = ldap.members();
        String typed = ANN.toString().replaceFirst("\\{", "{\"type\":\"user\",");

        ImportAnswer predicted = realm.into("records")
                .with("onConflict=replace&dryRun=true")
                .take(
                        typed,
                        typed,
                        "{\"type\":\"user\",\"$op\":\"delete\",\"username\":\"ann\"}",
                        "{\"type\":\"user\",\"username\":\"bob\"}");

        assertThat(ldap.members()).isEqualTo(before);
        assertThat(predicted.statuses())
                .as("%s", predicted)
                .containsExactly("updated", "unchanged", "deleted", "created");
        assertThat(ImportAnswer.warnings(predicted.line(1))).containsExactly(WARNING);
        assertThat(realm.has("ann")).isTrue();
    }

    @Test
    void membersOfOrganizationsAndDepartmentsAreNotChangedInTheDirectory() {
        String ann = realm.user("ann").path("id").asText();
        realm.into("organizations")
                .take("{\"name\":\"acme\",\"alias\":\"acme\",\"groups\":[{\"name\":\"sales\"},{\"name\":\"staff\"}]}");
        Map<String, List<String>> before = ldap.members();

        ImportAnswer organization = realm.into("organizations")
                .with("onConflict=merge&dryRun=true")
                .take(
                        "{\"name\":\"acme\",\"alias\":\"acme\",\"members\":[{\"username\":\"ann\",\"groups\":[\"/sales\"]}]}");
        ImportAnswer department = realm.into("records")
                .with("onConflict=merge&dryRun=true")
                .take(
                        "{\"type\":\"organization\",\"name\":\"acme\",\"alias\":\"acme\",\"members\":[{\"username\":\"ann\"}]}",
                        "{\"type\":\"department\",\"organization\":\"acme\",\"path\":\"/sales\",\"members\":[\"ann\"]}",
                        "{\"type\":\"department\",\"organization\":\"acme\",\"path\":\"/sales\",\"members\":[\"ann\"]}",
                        "{\"type\":\"organization\",\"$op\":\"delete\",\"alias\":\"acme\"}");

        assertThat(ldap.members()).isEqualTo(before);
        assertThat(organization.statuses()).as("%s", organization).containsExactly("updated");
        assertThat(ImportAnswer.warnings(organization.single())).containsExactly(WARNING);
        assertThat(department.statuses())
                .as("%s", department)
                .containsExactly("updated", "updated", "unchanged", "deleted");
        assertThat(ImportAnswer.warnings(department.line(2))).containsExactly(WARNING);
        JsonNode organizations = realm.admin()
                .get(realm.base() + "/organizations/members/" + ann + "/organizations")
                .ok()
                .json();
        assertThat(organizations).isEmpty();
    }
}
