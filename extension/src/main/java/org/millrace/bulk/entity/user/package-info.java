/** Users: the record type and its admin events. The subpackages prepare, validate and write them. */
@NullMarked
package org.millrace.bulk.entity.user;

import org.jspecify.annotations.NullMarked;
