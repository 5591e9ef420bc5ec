package org.millrace.bulk.entity.resource;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Cache keys that new resources and scopes make stale: negative lookups, and lists that contain them. The keys are those of
 * {@code StoreFactoryCacheSession}, which caches nothing by URI. Cached policies and permission tickets stay valid.
 */
final class ResourceCacheKeys {
    private ResourceCacheKeys() {}

    static Set<String> of(Collection<NewScope> scopes, Collection<NewResource> resources) {
        Set<String> keys = new HashSet<>();
        scopes.forEach(scope -> add(scope, keys));
        resources.forEach(resource -> add(resource, keys));
        return keys;
    }

    private static void add(NewScope scope, Set<String> keys) {
        keys.add(scope.id());
        keys.add("scope.name." + scope.key().name() + "." + scope.key().serverId());
    }

    private static void add(NewResource resource, Set<String> keys) {
        String owner = resource.key().ownerId();
        String server = resource.key().serverId();
        keys.add(resource.id());
        keys.add("resource.name." + resource.key().name() + "." + owner + "." + server);
        keys.add("resource.owner." + owner + "." + server);
        keys.add("resource.owner." + owner + ".null");
        resource.scopeIds().forEach(scope -> keys.add("resource.scope." + scope + "." + server));
        String type = resource.fields().getType();
        if (type != null) {
            keys.add("resource.type." + type + "." + server);
            keys.add("resource.type." + type + ".owner." + owner + "." + server);
            keys.add("resource.type." + type + ".owner.null." + server);
            keys.add("resource.type.instance." + type + "." + server);
        }
    }
}
