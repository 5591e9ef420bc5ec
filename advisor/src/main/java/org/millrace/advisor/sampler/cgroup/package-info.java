/** Signals of the control group, versions 1 and 2. */
@NullMarked
package org.millrace.advisor.sampler.cgroup;

import org.jspecify.annotations.NullMarked;
