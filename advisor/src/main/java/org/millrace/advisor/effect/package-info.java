/** Changes of the server, and throughput, latency and cost before and after each. */
@NullMarked
package org.millrace.advisor.effect;

import org.jspecify.annotations.NullMarked;
