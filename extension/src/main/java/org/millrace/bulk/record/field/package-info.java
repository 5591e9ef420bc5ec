/** Positions of records, paths of fields, violations, and how fields of other systems' exports are used. */
@NullMarked
package org.millrace.bulk.record.field;

import org.jspecify.annotations.NullMarked;
