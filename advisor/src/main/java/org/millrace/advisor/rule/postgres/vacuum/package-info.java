/** Rules about vacuum: dead tuples, the oldest transaction, and transaction ID wraparound. */
@NullMarked
package org.millrace.advisor.rule.postgres.vacuum;

import org.jspecify.annotations.NullMarked;
