package org.millrace.testsuite.importer.contract;

import org.millrace.testsuite.importer.contract.group.MemberAddressContract;
import org.millrace.testsuite.importer.contract.permission.PermissionContract;
import org.millrace.testsuite.importer.contract.request.BodyContract;
import org.millrace.testsuite.importer.contract.request.BrokenConnectionContract;
import org.millrace.testsuite.importer.contract.request.FormUploadContract;
import org.millrace.testsuite.importer.contract.request.FormatContract;
import org.millrace.testsuite.importer.contract.request.RealFilesContract;
import org.millrace.testsuite.importer.contract.request.RealTablesContract;
import org.millrace.testsuite.importer.contract.request.RequestContract;
import org.millrace.testsuite.importer.contract.request.RequestEncodingContract;
import org.millrace.testsuite.importer.contract.user.CredentialCaseContract;
import org.millrace.testsuite.importer.contract.user.UserAttributeCaseContract;
import org.millrace.testsuite.importer.contract.user.UserCaseContract;

/**
 * How an import reads its request, who may send one, which events and secrets leave it, and how names and addresses of users are compared;
 * each part is a theme.
 */
interface ImportRequestContract
        extends RequestContract,
                RequestEncodingContract,
                BodyContract,
                FormatContract,
                RealFilesContract,
                RealTablesContract,
                FormUploadContract,
                BrokenConnectionContract,
                PermissionContract,
                SecretsContract,
                SecretGuessContract,
                EventContract,
                MemberAddressContract,
                UserCaseContract,
                UserAttributeCaseContract,
                CredentialCaseContract {}
