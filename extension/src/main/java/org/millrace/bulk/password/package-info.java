/** Password hashes of other systems: parsed and checked at import, verified at login by Keycloak's password hashing SPI. */
@NullMarked
package org.millrace.bulk.password;

import org.jspecify.annotations.NullMarked;
