/** Password hash algorithms of other systems. Each has a stored form of its own. */
@NullMarked
package org.millrace.bulk.password.hash;

import org.jspecify.annotations.NullMarked;
