/** Users to delete: batch lookup, tables that refer to them, and protection of the last administrator. */
@NullMarked
package org.millrace.bulk.delete.user;

import org.jspecify.annotations.NullMarked;
