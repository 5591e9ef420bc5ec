/**
 * Common parts of the writers of all entities: options, transactions, database errors, validation results and references between
 * rows.
 */
@NullMarked
package org.millrace.bulk.writer;

import org.jspecify.annotations.NullMarked;
