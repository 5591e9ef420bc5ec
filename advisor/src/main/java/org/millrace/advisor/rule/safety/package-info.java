/** Rules about settings that can lose data. */
@NullMarked
package org.millrace.advisor.rule.safety;

import org.jspecify.annotations.NullMarked;
