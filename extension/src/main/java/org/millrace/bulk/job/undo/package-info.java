/** Undo of jobs: the states of entities before an import, and the jobs that restore them. */
@NullMarked
package org.millrace.bulk.job.undo;

import org.jspecify.annotations.NullMarked;
