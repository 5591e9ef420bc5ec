/** What the writers of all entities have in common: options, transactions, database errors, validation results and references between rows. */
@NullMarked
package org.millrace.bulk.writer;

import org.jspecify.annotations.NullMarked;
