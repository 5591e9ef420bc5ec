/** Access to the Keycloak that Millrace runs in: transactions, the database, and who is asking. */
@NullMarked
package org.millrace.server;

import org.jspecify.annotations.NullMarked;
