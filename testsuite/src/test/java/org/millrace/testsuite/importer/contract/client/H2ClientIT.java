package org.millrace.testsuite.importer.contract.client;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Clients and their resources on H2. */
@Thorough
class H2ClientIT implements ClientImportContract, ClientSettingsContract, ResourceImportContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
