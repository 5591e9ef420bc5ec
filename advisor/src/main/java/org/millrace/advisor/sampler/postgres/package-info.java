/** Signals and settings of PostgreSQL, over a connection of the advisor's own. */
@NullMarked
package org.millrace.advisor.sampler.postgres;

import org.jspecify.annotations.NullMarked;
