package org.millrace.testsuite.importer.contract.group;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresGroupIT implements GroupImportContract, GroupChangeContract, RefusedGroupsContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
