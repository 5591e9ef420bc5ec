package org.millrace.testsuite.importer.deletion;

import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Tag("h2")
class H2DeletionIT implements DeletionContract, DeletionDryRunContract, DeletionPermissionContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
