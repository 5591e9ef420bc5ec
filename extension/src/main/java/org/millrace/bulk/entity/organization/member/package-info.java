/** Members of organizations: who joins and leaves, and memberships as an undo restores them. */
@NullMarked
package org.millrace.bulk.entity.organization.member;

import org.jspecify.annotations.NullMarked;
