/** Imports that outlive a connection, a node and a restart: their tables, rows, states and limits. All nodes process them. */
@NullMarked
package org.millrace.bulk.job;

import org.jspecify.annotations.NullMarked;
