/** What one transaction writes, what became of it, and how many run at once. */
@NullMarked
package org.millrace.bulk.chunk;

import org.jspecify.annotations.NullMarked;
