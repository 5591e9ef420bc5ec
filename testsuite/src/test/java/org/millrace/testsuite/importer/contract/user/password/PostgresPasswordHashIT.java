package org.millrace.testsuite.importer.contract.user.password;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Password hashes of other systems, stored by the bulk writer. */
class PostgresPasswordHashIT implements PasswordHashContract, PasswordHashRecordContract, PasswordHashCheckContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
