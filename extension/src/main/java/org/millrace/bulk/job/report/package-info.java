/** What clients read of a job: its state, progress, notices and outcomes. */
@NullMarked
package org.millrace.bulk.job.report;

import org.jspecify.annotations.NullMarked;
