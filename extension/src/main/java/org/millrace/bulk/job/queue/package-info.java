/** Work queues: tables of the operator that jobs read their records from and write the results to. */
@NullMarked
package org.millrace.bulk.job.queue;

import org.jspecify.annotations.NullMarked;
