/** The page of the admin console at an address of its own, {@code /realms/{realm}/millrace}. */
@NullMarked
package org.millrace.server.page;

import org.jspecify.annotations.NullMarked;
