/** Validates users with the user profile of Keycloak, and looks up the existing users of a chunk. */
@NullMarked
package org.millrace.bulk.entity.user.profile;

import org.jspecify.annotations.NullMarked;
