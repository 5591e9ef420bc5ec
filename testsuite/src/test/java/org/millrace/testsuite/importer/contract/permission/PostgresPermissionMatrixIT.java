package org.millrace.testsuite.importer.contract.permission;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresPermissionMatrixIT implements PermissionMatrixContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
