/** Deletion of entities on each database, its rate, and logins during it. */
@NullMarked
package org.millrace.testsuite.importer.deletion;

import org.jspecify.annotations.NullMarked;
