package org.millrace.testsuite.importer.deletion;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresDeletionIT implements DeletionContract, DeletionDryRunContract, DeletionPermissionContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
