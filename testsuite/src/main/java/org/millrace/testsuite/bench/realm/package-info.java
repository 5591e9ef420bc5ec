/** The realm, users and rows that every benchmark starts from, and the calls that load users. */
@NullMarked
package org.millrace.testsuite.bench.realm;

import org.jspecify.annotations.NullMarked;
