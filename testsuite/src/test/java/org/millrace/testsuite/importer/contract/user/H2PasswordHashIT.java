package org.millrace.testsuite.importer.contract.user;

import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Password hashes of other systems, stored by the model writer. */
@Tag("h2")
class H2PasswordHashIT implements PasswordHashContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
