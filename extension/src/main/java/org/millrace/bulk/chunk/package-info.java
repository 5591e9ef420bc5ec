/** Chunks of records, their transactions, outcomes and retries. */
@NullMarked
package org.millrace.bulk.chunk;

import org.jspecify.annotations.NullMarked;
