/** Organizations and departments: the record types, their validation, members, groups and identity providers. */
@NullMarked
package org.millrace.bulk.entity.organization;

import org.jspecify.annotations.NullMarked;
