package org.millrace.testsuite.importer.job;

import org.millrace.testsuite.importer.contract.request.ClientErrorContract;

/** What jobs promise whatever database is below; each part is a theme. */
interface JobContract
        extends JobPartContract,
                JobDocumentContract,
                JobTableContract,
                ClientErrorContract,
                JobLedgerContract,
                JobLifeContract,
                JobEventContract,
                JobPermissionContract {}
