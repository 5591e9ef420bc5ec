package org.millrace.testsuite.importer.contract.client;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresRoleIT implements RoleImportContract, RefusedRolesContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
