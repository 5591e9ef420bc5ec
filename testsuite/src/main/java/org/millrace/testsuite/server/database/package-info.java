/** Databases of test servers: PostgreSQL, MariaDB and H2, as processes and in containers. */
@NullMarked
package org.millrace.testsuite.server.database;

import org.jspecify.annotations.NullMarked;
