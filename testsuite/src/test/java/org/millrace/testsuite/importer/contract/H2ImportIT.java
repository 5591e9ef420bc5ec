package org.millrace.testsuite.importer.contract;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Users on H2, written by the model writer. */
@Thorough
class H2ImportIT implements UserWritingContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }

    @Override
    public boolean retypesMemberships() {
        return false;
    }
}
