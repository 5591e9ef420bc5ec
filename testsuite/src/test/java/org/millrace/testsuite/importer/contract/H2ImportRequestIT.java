package org.millrace.testsuite.importer.contract;

import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Requests on H2. They are read before a writer is chosen; {@link PostgresImportIT} shows the same in each build. */
@Tag("h2")
class H2ImportRequestIT implements ImportRequestContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
