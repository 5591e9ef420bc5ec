package org.millrace.testsuite.importer.differential;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Thorough
class H2UndoIT implements UndoContract, UndoCreatedContract, UndoUpdatedContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
