package org.millrace.testsuite.importer.deletion;

import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Thorough
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#hasMariaDb",
        disabledReason = "MariaDB's binaries are for processes on Linux with x86-64")
class MariaDbDeletionIT implements DeletionContract, DeletionDryRunContract, DeletionPermissionContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.mariaDb();
    }
}
