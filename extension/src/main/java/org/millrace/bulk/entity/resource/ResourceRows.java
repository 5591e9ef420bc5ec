package org.millrace.bulk.entity.resource;

import java.util.Collection;
import java.util.Map;

/**
 * The rows of authorization resources and their scopes, read and written with SQL in batches. Called inside a session's
 * transaction; for one chunk and its thread.
 */
public interface ResourceRows {
    /** An id for a new resource or scope. */
    String newId();

    /**
     * The realm's local users with one of these strings as id or name.
     *
     * @return names by id; without users of a federated store
     * @throws IllegalStateException if the database rejects the query
     */
    Map<String, String> users(Collection<String> idsOrNames);

    /**
     * The ids of the existing resources with these keys.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<ResourceKey, String> resources(Collection<ResourceKey> keys);

    /**
     * The clients of the resources with these ids, across realms.
     *
     * @throws IllegalStateException if the database rejects the query
     */
    Map<String, String> servers(Collection<String> resourceIds);

    /**
     * The ids of the existing scopes with these keys.
     *
     * @throws IllegalStateException if the database rejects the query
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
