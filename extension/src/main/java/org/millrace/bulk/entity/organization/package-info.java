/** Organizations: the record type, their validation, members, groups and identity providers. */
@NullMarked
package org.millrace.bulk.entity.organization;

import org.jspecify.annotations.NullMarked;
