/** Deletion of entities through Keycloak's model. */
@NullMarked
package org.millrace.bulk.delete;

import org.jspecify.annotations.NullMarked;
