/** Outcomes of records, their counts, and how they are written as JSON. */
@NullMarked
package org.millrace.bulk.chunk.outcome;

import org.jspecify.annotations.NullMarked;
