/** Realm roles and client roles: the record type, its composites, and both ways to write it. */
@NullMarked
package org.millrace.bulk.entity.role;

import org.jspecify.annotations.NullMarked;
