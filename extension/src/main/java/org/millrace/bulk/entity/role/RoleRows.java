package org.millrace.bulk.entity.role;

import java.util.Collection;
import java.util.Map;

/**
 * The rows of roles, looked up and written beneath Keycloak's model, many with one statement. Called inside a session's transaction;
 * for one chunk and its thread.
 */
public interface RoleRows {
    /** An id for a new role. */
    String newId();

    /**
     * The ids of the roles that have these keys, as far as there are any.
     *
     * @throws IllegalStateException if the database refuses
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
     * Puts roles into new ones.
     *
     * @throws IllegalStateException if the database refuses
     */
    void compose(Collection<RolePart> parts);
}
