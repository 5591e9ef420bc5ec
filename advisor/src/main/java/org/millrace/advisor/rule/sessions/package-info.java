/** Rules about sessions in the database. */
@NullMarked
package org.millrace.advisor.rule.sessions;

import org.jspecify.annotations.NullMarked;
