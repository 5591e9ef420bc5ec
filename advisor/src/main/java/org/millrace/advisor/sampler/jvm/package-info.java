/** Signals of the Java process. */
@NullMarked
package org.millrace.advisor.sampler.jvm;

import org.jspecify.annotations.NullMarked;
