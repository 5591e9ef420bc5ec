/** Deletion of users: through the model, and as rows with batch lookup and the tables that refer to them. */
@NullMarked
package org.millrace.bulk.entity.user.delete;

import org.jspecify.annotations.NullMarked;
