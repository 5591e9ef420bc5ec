package org.millrace.testsuite.importer.contract.client;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Clients and their resources on PostgreSQL. */
class PostgresClientIT implements ClientImportContract, ClientSettingsContract, ResourceImportContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
