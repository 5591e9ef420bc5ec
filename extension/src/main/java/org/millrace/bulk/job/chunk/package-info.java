/** Chunks of jobs as stored: their records, keys and states, claims on them, and the ledger of their outcomes. */
@NullMarked
package org.millrace.bulk.job.chunk;

import org.jspecify.annotations.NullMarked;
