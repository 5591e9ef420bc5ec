/** Changes of the server and what became of throughput, latency and cost afterwards. */
@NullMarked
package org.millrace.advisor.effect;

import org.jspecify.annotations.NullMarked;
