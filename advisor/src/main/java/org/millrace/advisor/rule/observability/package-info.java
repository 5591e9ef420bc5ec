/** Rules about what cannot be known. */
@NullMarked
package org.millrace.advisor.rule.observability;

import org.jspecify.annotations.NullMarked;
