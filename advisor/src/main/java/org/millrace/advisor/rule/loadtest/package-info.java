/** Rules about load tests: whether they measured the server. Their windows hold one steady stretch. */
@NullMarked
package org.millrace.advisor.rule.loadtest;

import org.jspecify.annotations.NullMarked;
