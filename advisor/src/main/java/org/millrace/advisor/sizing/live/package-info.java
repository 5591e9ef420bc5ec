/** The load and the costs of a running installation, measured for its sizing. */
@NullMarked
package org.millrace.advisor.sizing.live;

import org.jspecify.annotations.NullMarked;
