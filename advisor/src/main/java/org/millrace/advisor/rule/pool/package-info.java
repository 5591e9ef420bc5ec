/** Rules about the database connection pool. */
@NullMarked
package org.millrace.advisor.rule.pool;

import org.jspecify.annotations.NullMarked;
