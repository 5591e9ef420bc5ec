/** What each import promises, on every database: the classes named Contract, and the integration tests that run them. */
@NullMarked
package org.millrace.testsuite.importer.contract;

import org.jspecify.annotations.NullMarked;
