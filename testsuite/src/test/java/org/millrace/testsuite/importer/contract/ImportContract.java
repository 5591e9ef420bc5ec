package org.millrace.testsuite.importer.contract;

/** The import's contract on every database. */
interface ImportContract extends UserWritingContract, ImportRequestContract {}
