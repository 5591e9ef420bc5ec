/** Signals from Micrometer's meters; the one place that knows Micrometer. */
@NullMarked
package org.millrace.advisor.sampler.micrometer;

import org.jspecify.annotations.NullMarked;
