package org.millrace.testsuite.importer.contract.client;

import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Clients and their resources on MariaDB. */
@Thorough
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#hasMariaDb",
        disabledReason = "MariaDB's binaries are for processes on Linux with x86-64")
class MariaDbClientIT
        implements ClientImportContract,
                RefusedClientsContract,
                ClientSettingsContract,
                ResourceImportContract,
                ResourceChunkContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.mariaDb();
    }
}
