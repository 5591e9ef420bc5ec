package org.millrace.testsuite.importer.job;

import org.millrace.testsuite.importer.contract.request.ClientErrorContract;

/** The contract of jobs on every database, divided by subject. */
interface JobContract
        extends JobPartContract,
                JobDocumentContract,
                JobTableContract,
                ClientErrorContract,
                JobLedgerContract,
                JobLifeContract,
                JobEventContract,
                JobPermissionContract {}
