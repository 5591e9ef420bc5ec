package org.millrace.bulk.entity.resource;

import java.util.Collection;
import java.util.Map;

/**
 * The rows of authorization resources and their scopes, looked up and written beneath Keycloak's model, many with one statement.
 * Called inside a session's transaction; for one chunk and its thread.
 */
public interface ResourceRows {
    /** An id for a new resource or scope. */
    String newId();

    /**
     * The realm's own users who have one of these texts as their id or as their name.
     *
     * @return their names by their ids; without those whom another system has the last word on
     * @throws IllegalStateException if the database refuses
     */
    Map<String, String> users(Collection<String> idsOrNames);

    /**
     * The ids of the resources that have these keys, as far as there are any.
     *
     * @throws IllegalStateException if the database refuses
     */
    Map<ResourceKey, String> resources(Collection<ResourceKey> keys);

    /**
     * The clients of the resources with these ids, across realms.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<String, String> servers(Collection<String> resourceIds);

    /**
     * The ids of the scopes that have these keys, as far as there are any.
     *
     * @throws IllegalStateException if the database refuses
     */
    Map<ScopeKey, String> scopes(Collection<ScopeKey> keys);

    /**
     * The keys of the scopes with these ids, across realms.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<String, ScopeKey> scopeKeys(Collection<String> ids);

    /**
     * Writes scopes and resources as Keycloak's model would have written them.
     *
     * @throws IllegalStateException if the database rejects the rows, for example because a concurrent transaction created one of
     * them
     */
    void write(Collection<NewScope> scopes, Collection<NewResource> resources);
}
