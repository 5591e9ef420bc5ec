/** The public interface of the advisor: sampling and reports. */
@NullMarked
package org.millrace.advisor;

import org.jspecify.annotations.NullMarked;
