/** Incidents and changes that the advisor stores in Keycloak's database. */
@NullMarked
package org.millrace.server.advisor.store;

import org.jspecify.annotations.NullMarked;
