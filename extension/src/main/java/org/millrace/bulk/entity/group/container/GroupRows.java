package org.millrace.bulk.entity.group.container;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * The rows of a realm's groups, read and written with SQL in batches. Called inside a session's transaction; for one chunk and
 * its thread.
 */
public interface GroupRows {
    /** An id for a new group. */
    String newId();

    /**
     * The ids of the existing groups with these keys.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<GroupKey, String> idsOf(Collection<GroupKey> keys);

    /**
     * The ids among these that belong to groups, across realms.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Set<String> taken(Collection<String> ids);

    /**
     * Writes groups as Keycloak's model would have written them.
     *
     * @throws IllegalStateException if the database rejects the rows, for example because a concurrent transaction created one of
     * the groups
     */
    void write(Collection<NewGroup> groups);
}
