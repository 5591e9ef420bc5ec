/** The records of an import, one immutable class an entity type, and how they are read from JSON. */
@NullMarked
package org.millrace.bulk.record;

import org.jspecify.annotations.NullMarked;
