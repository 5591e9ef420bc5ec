package org.millrace.testsuite.importer;

/** What an import of users leaves in the database and reports about each record; each part is a theme. */
interface UserWritingContract
        extends CreatedUsersContract,
                CredentialContract,
                TiesContract,
                ConflictContract,
                RevisionContract,
                DryRunContract,
                LeniencyContract,
                RefusedRecordsContract,
                MatchContract,
                UserProfileContract {}
