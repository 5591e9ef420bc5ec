/** Users as they are stored, and the difference between a record and a stored user. */
@NullMarked
package org.millrace.bulk.entity.user.state;

import org.jspecify.annotations.NullMarked;
