package org.millrace.testsuite.importer.job;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Jobs on the bulk writer. */
class PostgresJobIT implements JobContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
