package org.millrace.testsuite.importer;

/** What the import promises whatever database is below; each part is a theme. */
interface ImportContract
        extends CreatedUsersContract,
                CredentialContract,
                TiesContract,
                MemberAddressContract,
                ConflictContract,
                RevisionContract,
                DryRunContract,
                LeniencyContract,
                EventContract,
                RefusedRecordsContract,
                RequestContract,
                BodyContract,
                FormatContract,
                RealFilesContract,
                BrokenConnectionContract,
                PermissionContract,
                SecretsContract,
                SecretGuessContract,
                MatchContract,
                UserCaseContract,
                UserProfileContract {}
