/** What a finding proposes to change, and what takes it back. */
@NullMarked
package org.millrace.advisor.change;

import org.jspecify.annotations.NullMarked;
