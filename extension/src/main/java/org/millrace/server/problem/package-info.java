/** Problem documents for requests that fail as a whole. */
@NullMarked
package org.millrace.server.problem;

import org.jspecify.annotations.NullMarked;
