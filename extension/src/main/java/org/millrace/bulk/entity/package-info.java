/** What can be imported: one class an entity, one line each in {@link org.millrace.bulk.entity.EntityTypes}. */
@NullMarked
package org.millrace.bulk.entity;

import org.jspecify.annotations.NullMarked;
