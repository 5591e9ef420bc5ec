/** Rules about passwords. */
@NullMarked
package org.millrace.advisor.rule.hashing;

import org.jspecify.annotations.NullMarked;
