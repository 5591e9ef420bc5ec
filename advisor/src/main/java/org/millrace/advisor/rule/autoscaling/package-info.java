/** Rules about nodes that come and go by themselves. */
@NullMarked
package org.millrace.advisor.rule.autoscaling;

import org.jspecify.annotations.NullMarked;
