/** Rules about how much of everything there is for the load. */
@NullMarked
package org.millrace.advisor.rule.sizing;

import org.jspecify.annotations.NullMarked;
