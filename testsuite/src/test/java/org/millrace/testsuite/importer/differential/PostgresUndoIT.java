package org.millrace.testsuite.importer.differential;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresUndoIT implements UndoContract, UndoCreatedContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
