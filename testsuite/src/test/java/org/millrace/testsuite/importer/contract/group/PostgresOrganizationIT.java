package org.millrace.testsuite.importer.contract.group;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresOrganizationIT implements OrganizationImportContract, RefusedOrganizationsContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
