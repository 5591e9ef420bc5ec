/** Groups: the record type, the plan of a change, and how groups, their attributes and role mappings are written. */
@NullMarked
package org.millrace.bulk.entity.group;

import org.jspecify.annotations.NullMarked;
