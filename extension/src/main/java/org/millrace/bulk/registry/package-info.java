/** All record types, and the writers that a database supports. */
@NullMarked
package org.millrace.bulk.registry;

import org.jspecify.annotations.NullMarked;
