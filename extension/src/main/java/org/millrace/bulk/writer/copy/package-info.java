/** COPY statements and set queries on the connection of a transaction, for PostgreSQL. */
@NullMarked
package org.millrace.bulk.writer.copy;

import org.jspecify.annotations.NullMarked;
