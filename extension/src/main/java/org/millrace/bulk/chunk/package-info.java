/** Chunks of records, their writers, transactions and retries. */
@NullMarked
package org.millrace.bulk.chunk;

import org.jspecify.annotations.NullMarked;
