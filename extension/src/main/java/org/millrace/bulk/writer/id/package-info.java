/** Ids of imported entities: ids that records contain, conflicts with stored ids, and new time-ordered ids. */
@NullMarked
package org.millrace.bulk.writer.id;

import org.jspecify.annotations.NullMarked;
