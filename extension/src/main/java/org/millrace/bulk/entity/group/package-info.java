/** Groups: the record type, how its paths are resolved, and how groups, their attributes and role mappings are written. */
@NullMarked
package org.millrace.bulk.entity.group;

import org.jspecify.annotations.NullMarked;
