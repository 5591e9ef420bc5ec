/** Undo of jobs on each database: created, updated and mixed records, and its rate. */
@NullMarked
package org.millrace.testsuite.importer.undo;

import org.jspecify.annotations.NullMarked;
