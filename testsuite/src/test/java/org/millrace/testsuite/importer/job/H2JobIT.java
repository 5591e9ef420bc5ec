package org.millrace.testsuite.importer.job;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Jobs on the model writer. */
@Thorough
class H2JobIT implements JobContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
