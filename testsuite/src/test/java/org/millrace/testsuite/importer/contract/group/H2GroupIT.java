package org.millrace.testsuite.importer.contract.group;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Thorough
class H2GroupIT implements GroupImportContract, GroupChangeContract, RefusedGroupsContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
