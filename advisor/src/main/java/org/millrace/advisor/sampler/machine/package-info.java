/** Signals and settings of the machine, the control group (versions 1 and 2), and the Java process. */
@NullMarked
package org.millrace.advisor.sampler.machine;

import org.jspecify.annotations.NullMarked;
