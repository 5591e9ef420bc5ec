package org.millrace.testsuite.importer.contract.user.password;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Password hashes of other systems, stored by the model writer. */
@Thorough
class H2PasswordHashIT implements PasswordHashContract, PasswordHashRecordContract, PasswordHashCheckContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
