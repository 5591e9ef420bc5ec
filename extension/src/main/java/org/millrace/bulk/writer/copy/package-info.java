/** The bulk writer: a chunk as a handful of COPY statements, for PostgreSQL. */
@NullMarked
package org.millrace.bulk.writer.copy;

import org.jspecify.annotations.NullMarked;
