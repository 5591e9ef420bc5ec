package org.millrace.testsuite.importer.contract.client;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Thorough
class H2RoleIT implements RoleImportContract, RefusedRolesContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
