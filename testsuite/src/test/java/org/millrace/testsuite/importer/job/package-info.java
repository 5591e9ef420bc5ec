/** Jobs: documents, parts, ledger, outcomes, tables, work queues. */
@NullMarked
package org.millrace.testsuite.importer.job;

import org.jspecify.annotations.NullMarked;
