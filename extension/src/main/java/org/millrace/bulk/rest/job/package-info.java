/** Resources of jobs, their parts and outcomes, requests that make a job, and calls for imported passwords. */
@NullMarked
package org.millrace.bulk.rest.job;

import org.jspecify.annotations.NullMarked;
