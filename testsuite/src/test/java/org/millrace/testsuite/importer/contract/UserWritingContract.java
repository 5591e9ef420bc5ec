package org.millrace.testsuite.importer.contract;

import org.millrace.testsuite.importer.contract.user.AssociationRevisionContract;
import org.millrace.testsuite.importer.contract.user.AssociationsContract;
import org.millrace.testsuite.importer.contract.user.ConflictContract;
import org.millrace.testsuite.importer.contract.user.CreatedUsersContract;
import org.millrace.testsuite.importer.contract.user.CredentialContract;
import org.millrace.testsuite.importer.contract.user.MatchContract;
import org.millrace.testsuite.importer.contract.user.RevisionContract;
import org.millrace.testsuite.importer.contract.user.RevisionKeyContract;
import org.millrace.testsuite.importer.contract.user.RevokedConsentContract;
import org.millrace.testsuite.importer.contract.user.ServiceAccountContract;
import org.millrace.testsuite.importer.contract.user.UserProfileContract;

/** What an import of users leaves in the database and reports about each record; each part is a theme. */
interface UserWritingContract
        extends CreatedUsersContract,
                CredentialContract,
                AssociationsContract,
                AssociationRevisionContract,
                RevokedConsentContract,
                ServiceAccountContract,
                ConflictContract,
                RevisionContract,
                RevisionKeyContract,
                DryRunContract,
                LeniencyContract,
                RefusedRecordsContract,
                RefusedGrantsContract,
                MatchContract,
                UserProfileContract {}
