/** Verifies passwords with other systems: HTTPS endpoints and LDAP servers of the operator's configuration. */
@NullMarked
package org.millrace.bulk.password.endpoint;

import org.jspecify.annotations.NullMarked;
