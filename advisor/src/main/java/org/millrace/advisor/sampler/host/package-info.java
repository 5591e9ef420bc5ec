/** Signals of the machine. */
@NullMarked
package org.millrace.advisor.sampler.host;

import org.jspecify.annotations.NullMarked;
