/** Writes chunks of users with COPY statements, for PostgreSQL. */
@NullMarked
package org.millrace.bulk.entity.user.copy;

import org.jspecify.annotations.NullMarked;
