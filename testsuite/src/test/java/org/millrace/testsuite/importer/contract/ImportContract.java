package org.millrace.testsuite.importer.contract;

/** What the import promises whatever database is below. */
interface ImportContract extends UserWritingContract, ImportRequestContract {}
