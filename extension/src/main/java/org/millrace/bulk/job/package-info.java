/** Imports that outlive a connection, a node and a restart: kept in the database, worked on by all nodes. */
@NullMarked
package org.millrace.bulk.job;

import org.jspecify.annotations.NullMarked;
