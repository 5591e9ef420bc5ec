/** What deletions of all entities have in common: permissions, outcomes, and protection of the last administrator. */
@NullMarked
package org.millrace.bulk.delete;

import org.jspecify.annotations.NullMarked;
