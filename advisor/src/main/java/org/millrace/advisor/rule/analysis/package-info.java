/** Figures that several rules derive from a window, and their wording. */
@NullMarked
package org.millrace.advisor.rule.analysis;

import org.jspecify.annotations.NullMarked;
