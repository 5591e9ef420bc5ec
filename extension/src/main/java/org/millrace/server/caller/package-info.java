/** The caller of a request, detached from its session, and the parts of the request that permissions depend on. */
@NullMarked
package org.millrace.server.caller;

import org.jspecify.annotations.NullMarked;
