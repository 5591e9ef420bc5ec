package org.millrace.testsuite.importer.job;

import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Jobs on MariaDB. */
@Thorough
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#hasMariaDb",
        disabledReason = "MariaDB's binaries are for processes on Linux with x86-64")
class MariaDbJobIT implements JobContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.mariaDb();
    }
}
