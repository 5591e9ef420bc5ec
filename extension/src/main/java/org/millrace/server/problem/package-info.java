/** What a caller is told when a request as a whole cannot be answered. */
@NullMarked
package org.millrace.server.problem;

import org.jspecify.annotations.NullMarked;
