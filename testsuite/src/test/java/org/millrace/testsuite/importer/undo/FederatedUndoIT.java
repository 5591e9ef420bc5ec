package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.record;
import static org.millrace.testsuite.importer.undo.Undoing.results;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.LdapRealm;
import org.millrace.testsuite.server.SharedServers;

/** The undo of a job in a realm whose groups are in LDAP only, where Keycloak writes memberships immediately. */
class FederatedUndoIT {
    @Test
    void directoryIsChangedByTheUndoAndNotByItsDryRun() {
        assumeTrue(SharedServers.areProcesses(), "the directory is on this machine");
        try (LdapRealm ldap = LdapRealm.create(SharedServers.postgres())) {
            assertThat(ldap.realm().groups("ann")).containsExactly("/staff");
            ImportJob job = job(
                    ldap.realm(),
                    "merge",
                    List.of(
                            record("{'username':'ann','groups':['/sales']}"),
                            record("{'username':'ann','realmRoles':['auditor']}")));
            assertThat(ldap.withMembers()).containsExactly("auditor", "sales", "staff");
            Map<String, List<String>> before = ldap.members();

            ImportJob predicted = undo(job, "?dryRun=true");

            assertThat(predicted.finished().path("state").asText())
                    .as("%s", predicted.outcomes())
                    .isEqualTo("completed");
            assertThat(results(predicted)).containsEntry("ann", "updated user-store-not-checked");
            assertThat(ldap.members()).isEqualTo(before);

            ImportJob undone = undo(job);

            assertThat(undone.finished().path("state").asText())
                    .as("%s", undone.outcomes())
                    .isEqualTo("completed");
            assertThat(results(undone)).containsEntry("ann", "updated");
            assertThat(ldap.withMembers()).containsExactly("staff");
        }
    }
}
