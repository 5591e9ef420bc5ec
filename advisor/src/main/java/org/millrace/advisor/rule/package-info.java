/** The interface of rules and its results; the rules themselves are in the packages below, one for each layer. */
@NullMarked
package org.millrace.advisor.rule;

import org.jspecify.annotations.NullMarked;
