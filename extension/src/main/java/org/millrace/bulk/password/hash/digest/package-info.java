/** Digests of password and salt in any order and encoding, alone or inside Argon2. */
@NullMarked
package org.millrace.bulk.password.hash.digest;

import org.jspecify.annotations.NullMarked;
