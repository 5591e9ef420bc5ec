/** The records of an import, one immutable class an entity type. */
@NullMarked
package org.millrace.bulk.record;

import org.jspecify.annotations.NullMarked;
