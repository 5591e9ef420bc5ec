/** Change sets for a purpose: production as the findings ask for it, and a migration for a declared time. */
@NullMarked
package org.millrace.advisor.plan;

import org.jspecify.annotations.NullMarked;
