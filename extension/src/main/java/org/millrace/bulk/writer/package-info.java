/** What a record means for the database, whichever way it is written. */
@NullMarked
package org.millrace.bulk.writer;

import org.jspecify.annotations.NullMarked;
