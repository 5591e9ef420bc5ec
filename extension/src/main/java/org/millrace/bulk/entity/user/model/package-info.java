/** Writes chunks of users through the Keycloak model, for every database. */
@NullMarked
package org.millrace.bulk.entity.user.model;

import org.jspecify.annotations.NullMarked;
