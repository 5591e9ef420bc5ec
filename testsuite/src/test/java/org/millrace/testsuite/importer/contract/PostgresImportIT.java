package org.millrace.testsuite.importer.contract;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The contract on the bulk writer. */
class PostgresImportIT implements ImportContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
