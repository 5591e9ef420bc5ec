/** Rules about statements that read more than they need, and about missing indexes. */
@NullMarked
package org.millrace.advisor.rule.postgres.statement;

import org.jspecify.annotations.NullMarked;
