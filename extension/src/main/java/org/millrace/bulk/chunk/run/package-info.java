/** Runs of an import: records are cut into chunks, written on several threads, and their outcomes put in order. */
@NullMarked
package org.millrace.bulk.chunk.run;

import org.jspecify.annotations.NullMarked;
