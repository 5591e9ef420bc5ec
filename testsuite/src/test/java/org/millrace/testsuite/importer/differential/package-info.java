/** Compares rows that an import writes with rows that calls of Keycloak write. */
@NullMarked
package org.millrace.testsuite.importer.differential;

import org.jspecify.annotations.NullMarked;
