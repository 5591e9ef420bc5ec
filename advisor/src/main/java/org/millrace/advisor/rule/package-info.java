/** What a rule is and what it answers; the rules themselves are in the packages below, one for each layer. */
@NullMarked
package org.millrace.advisor.rule;

import org.jspecify.annotations.NullMarked;
