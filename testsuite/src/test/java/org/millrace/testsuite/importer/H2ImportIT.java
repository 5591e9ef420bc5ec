package org.millrace.testsuite.importer;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The contract on the model writer. */
class H2ImportIT implements ImportContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }

    @Override
    public boolean retypesMemberships() {
        return false;
    }
}
