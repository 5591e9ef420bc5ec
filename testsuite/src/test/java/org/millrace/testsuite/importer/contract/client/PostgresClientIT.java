package org.millrace.testsuite.importer.contract.client;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Clients and their resources on PostgreSQL. */
class PostgresClientIT
        implements ClientImportContract,
                RefusedClientsContract,
                ClientSettingsContract,
                ResourceImportContract,
                ResourceChunkContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
