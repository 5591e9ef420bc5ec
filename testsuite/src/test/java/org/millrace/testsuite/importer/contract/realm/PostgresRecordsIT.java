package org.millrace.testsuite.importer.contract.realm;

import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

class PostgresRecordsIT
        implements RecordsImportContract,
                ExportFileContract,
                ExportPartsContract,
                IdentityProviderContract,
                ExportPartPermissionContract,
                ExportPartDeletionContract,
                RepeatedRecordContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }
}
