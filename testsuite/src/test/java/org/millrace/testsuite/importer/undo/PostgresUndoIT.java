package org.millrace.testsuite.importer.undo;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresUndoIT implements UndoContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
