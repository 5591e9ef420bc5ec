/** CSV: reading of tables as records, and writing of tables to send again. */
@NullMarked
package org.millrace.bulk.format.csv;

import org.jspecify.annotations.NullMarked;
