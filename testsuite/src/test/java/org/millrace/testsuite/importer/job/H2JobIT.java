package org.millrace.testsuite.importer.job;

import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Jobs on the model writer. */
@Tag("h2")
class H2JobIT implements JobContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
