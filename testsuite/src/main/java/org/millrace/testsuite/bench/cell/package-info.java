/** Cells of the throughput benchmark: each loads the same users in another way. */
@NullMarked
package org.millrace.testsuite.bench.cell;

import org.jspecify.annotations.NullMarked;
