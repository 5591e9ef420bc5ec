/** What the advisor is from the outside: it samples, and it reports. */
@NullMarked
package org.millrace.advisor;

import org.jspecify.annotations.NullMarked;
