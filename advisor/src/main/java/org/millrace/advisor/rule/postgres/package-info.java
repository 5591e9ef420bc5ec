/** Rules about PostgreSQL under load. */
@NullMarked
package org.millrace.advisor.rule.postgres;

import org.jspecify.annotations.NullMarked;
