/** The caller of a request: the user, the address and the rights of the token. */
@NullMarked
package org.millrace.server.caller;

import org.jspecify.annotations.NullMarked;
