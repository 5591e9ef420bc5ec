/** Measurements of a benchmark: throughput, processor time, and the machine. */
@NullMarked
package org.millrace.testsuite.bench.measurement;

import org.jspecify.annotations.NullMarked;
