/** Passwords of users: hashes of other systems, and verification by other systems. */
@NullMarked
package org.millrace.testsuite.importer.contract.user.password;

import org.jspecify.annotations.NullMarked;
