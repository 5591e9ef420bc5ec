package org.millrace.bulk.entity.role;

import java.util.Collection;
import java.util.Map;

/** The rows of roles, read and written with SQL in batches. Called inside a session's transaction; for one chunk and its thread. */
public interface RoleRows {
    /** An id for a new role. */
    String newId();

    /**
     * The ids of the existing roles with these keys.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<RoleKey, String> ids(Collection<RoleKey> keys);

    /**
     * The realm and name of the roles with these ids, across realms.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<String, RoleKey> keys(Collection<String> ids);

    /**
     * Writes roles as Keycloak's model would have written them.
     *
     * @throws IllegalStateException if the database rejects the rows, for example because a concurrent transaction created one of
     * the roles
     */
    void write(Collection<NewRole> roles);

    /**
     * Adds roles to new composites.
     *
     * @throws IllegalStateException if the database rejects the rows
     */
    void compose(Collection<RolePart> parts);
}
