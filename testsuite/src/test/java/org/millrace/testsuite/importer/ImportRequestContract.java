package org.millrace.testsuite.importer;

/**
 * How an import reads its request, who may send one, which events and secrets leave it, and how names and addresses of users are compared;
 * each part is a theme.
 */
interface ImportRequestContract
        extends RequestContract,
                BodyContract,
                FormatContract,
                RealFilesContract,
                BrokenConnectionContract,
                PermissionContract,
                SecretsContract,
                SecretGuessContract,
                EventContract,
                MemberAddressContract,
                UserCaseContract {}
