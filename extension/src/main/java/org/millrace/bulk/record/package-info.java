/** What the records of all entities have in common, and the records of users. */
@NullMarked
package org.millrace.bulk.record;

import org.jspecify.annotations.NullMarked;
