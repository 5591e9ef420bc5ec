/** From verdicts to one principal bottleneck: causes before symptoms. */
@NullMarked
package org.millrace.advisor.diagnosis;

import org.jspecify.annotations.NullMarked;
