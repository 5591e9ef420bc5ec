package org.millrace.testsuite.importer.undo;

import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Tag("h2")
class H2UndoIT implements UndoContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
