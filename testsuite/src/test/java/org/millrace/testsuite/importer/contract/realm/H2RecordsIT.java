package org.millrace.testsuite.importer.contract.realm;

import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Thorough
class H2RecordsIT
        implements RecordsImportContract,
                ExportFileContract,
                ExportPartsContract,
                IdentityProviderContract,
                ExportPartPermissionContract,
                ExportPartDeletionContract,
                RepeatedRecordContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }
}
