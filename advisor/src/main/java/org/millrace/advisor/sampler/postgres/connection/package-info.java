/** The advisor's own connection to PostgreSQL, its statements, and whether the database responds. */
@NullMarked
package org.millrace.advisor.sampler.postgres.connection;

import org.jspecify.annotations.NullMarked;
