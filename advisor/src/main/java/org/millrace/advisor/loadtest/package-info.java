/** Triage of load tests: the limiting factor of each run, and properties of all runs together. */
@NullMarked
package org.millrace.advisor.loadtest;

import org.jspecify.annotations.NullMarked;
