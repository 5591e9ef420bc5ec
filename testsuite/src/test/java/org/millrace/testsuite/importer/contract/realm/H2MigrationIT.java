package org.millrace.testsuite.importer.contract.realm;

import org.millrace.testsuite.importer.contract.client.AuthorizationMigrationContract;
import org.millrace.testsuite.importer.contract.client.CachedAuthorizationContract;
import org.millrace.testsuite.importer.contract.client.ClientMigrationContract;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Thorough
class H2MigrationIT
        implements ClientMigrationContract,
                AuthorizationMigrationContract,
                CachedAuthorizationContract,
                RealmMigrationContract,
                ClonedRealmContract,
                ServiceAccountMigrationContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
