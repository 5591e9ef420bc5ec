package org.millrace.testsuite.advisor;

import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The advisor on MariaDB, where it stores incidents and changes too. */
@Thorough
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#hasMariaDb",
        disabledReason = "MariaDB's binaries are for processes on Linux with x86-64")
class MariaDbAdvisorIT extends AdvisorContract {

    @Override
    public ServerUnderTest server() {
        return SharedServers.mariaDb();
    }

    @Override
    String changeTable() {
        return "MILLRACE_CHANGE";
    }
}
