/** The bulk import as a client sees it, on every kind of database. */
@NullMarked
package org.millrace.testsuite.importer;

import org.jspecify.annotations.NullMarked;
