/** Resources of jobs, their parts and outcomes, and requests that make a job. */
@NullMarked
package org.millrace.bulk.rest.job;

import org.jspecify.annotations.NullMarked;
