/** Running of jobs: their lifecycle, scheduling, claims and leases, on all nodes. */
@NullMarked
package org.millrace.bulk.job.run;

import org.jspecify.annotations.NullMarked;
