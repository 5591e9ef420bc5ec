/** Limits how many chunks run at a time: the concurrency limiter, back-pressure signals of the database, and login latency. */
@NullMarked
package org.millrace.bulk.throttle;

import org.jspecify.annotations.NullMarked;
