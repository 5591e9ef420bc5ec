package org.millrace.testsuite.importer.contract.client;

import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Clients and their resources on H2. */
@Tag("h2")
class H2ClientIT
        implements ClientImportContract,
                RefusedClientsContract,
                ClientSettingsContract,
                ResourceImportContract,
                ResourceChunkContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
