/** Rules about load tests: whether what was measured was the server. Their windows hold one steady stretch. */
@NullMarked
package org.millrace.advisor.rule.loadtest;

import org.jspecify.annotations.NullMarked;
