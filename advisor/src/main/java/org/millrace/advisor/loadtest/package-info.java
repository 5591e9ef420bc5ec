/** Triage of load tests: what was the limit, and what the runs together say. */
@NullMarked
package org.millrace.advisor.loadtest;

import org.jspecify.annotations.NullMarked;
