/** Access to the Keycloak that Millrace runs in: versions, transactions, the database and caches. */
@NullMarked
package org.millrace.server;

import org.jspecify.annotations.NullMarked;
