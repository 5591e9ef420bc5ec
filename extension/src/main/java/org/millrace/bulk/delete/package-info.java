/** Deletion of entities through Keycloak's model, and of users by their rows. */
@NullMarked
package org.millrace.bulk.delete;

import org.jspecify.annotations.NullMarked;
