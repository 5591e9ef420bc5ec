/** Containers of groups, a realm or an organization: lookup by id and path, and creation in batches. */
@NullMarked
package org.millrace.bulk.entity.group.container;

import org.jspecify.annotations.NullMarked;
