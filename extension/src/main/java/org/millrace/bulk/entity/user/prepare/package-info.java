/** From a user record to its rows: resolves names to ids, checks permissions, and computes the change to an existing user. */
@NullMarked
package org.millrace.bulk.entity.user.prepare;

import org.jspecify.annotations.NullMarked;
