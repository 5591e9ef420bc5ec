/** From a user record to what is written: names are resolved to ids, permissions checked, and the change to an existing user computed. */
@NullMarked
package org.millrace.bulk.entity.user.prepare;

import org.jspecify.annotations.NullMarked;
