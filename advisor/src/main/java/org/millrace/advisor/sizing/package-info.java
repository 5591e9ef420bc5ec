/** How much of everything an installation needs for a load, and how much load it can take. */
@NullMarked
package org.millrace.advisor.sizing;

import org.jspecify.annotations.NullMarked;
