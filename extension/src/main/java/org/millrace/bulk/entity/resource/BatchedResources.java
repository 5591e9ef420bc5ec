package org.millrace.bulk.entity.resource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.keycloak.authorization.model.Resource;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.writer.model.BatchLookup;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.AuthorizationCache;
import org.millrace.server.JpaSession;

/**
 * Authorization resources of a chunk from a batch lookup. Rows of new ones are written together; existing ones are changed
 * through Keycloak's model.
 */
final class BatchedResources extends ModelResources {
    private final ResourceRows rows;
    private final BatchLookup<ResourceKey, String> resources;
    private final BatchLookup<String, String> servers;
    private final BatchLookup<ScopeKey, String> scopes;
    private final BatchLookup<String, ScopeKey> scopeKeys;
    private final List<NewScope> newScopes = new ArrayList<>();
    private final List<NewResource> newResources = new ArrayList<>();
    private boolean changed;

    /** Looks up all resources that the chunk refers to. */
    BatchedResources(ChunkSession in, ResourceRows rows, List<ResourceRecord> records) {
        super(in);
        this.rows = rows;
        this.resources = new BatchLookup<>(rows::resources);
        this.servers = new BatchLookup<>(rows::servers);
        this.scopes = new BatchLookup<>(rows::scopes);
        this.scopeKeys = new BatchLookup<>(rows::scopeKeys);
        lookUp(records);
    }

    private void lookUp(List<ResourceRecord> records) {
        owners().lookUp(
                        records.stream()
                                .map(item -> item.resource().getOwner())
                                .filter(Objects::nonNull)
                                .toList(),
                        rows);
        Set<String> ids = new HashSet<>();
        Set<ResourceKey> keys = new HashSet<>();
        Set<String> scopeIds = new HashSet<>();
        Set<ScopeKey> scopeNames = new HashSet<>();
        for (ResourceRecord item : records) {
            OwningClient home = item.clientId() == null ? null : home(item.clientId());
            if (home == null || home.fault() != null) {
                continue;
            }
            ResourceRepresentation resource = item.resource();
            ids.add(resource.getId());
            if (resource.getName() != null) {
                owner(home, resource.getOwner())
                        .ifPresent(owner -> keys.add(new ResourceKey(home.serverId(), owner, resource.getName())));
            }
            for (ScopeRepresentation scope : resource.getScopes()) {
                scopeIds.add(scope.getId());
                if (scope.getName() != null) {
                    scopeNames.add(new ScopeKey(home.serverId(), scope.getName()));
                }
            }
        }
        ids.remove(null);
        scopeIds.remove(null);
        servers.ask(ids);
        resources.ask(keys);
        scopeKeys.ask(scopeIds);
        scopes.ask(scopeNames);
    }

    @Override
    boolean has(OwningClient home, String id) {
        return servers.of(id).filter(home.serverId()::equals).isPresent();
    }

    @Override
    Optional<String> named(OwningClient home, String name, String owner) {
        return resources.of(new ResourceKey(home.serverId(), owner, name));
    }

    @Override
    boolean isTaken(String id) {
        return servers.of(id).isPresent();
    }

    @Override
    Optional<String> scopeName(OwningClient home, String id) {
        return scopeKeys
                .of(id)
                .filter(key -> key.serverId().equals(home.serverId()))
                .map(ScopeKey::name);
    }

    @Override
    Optional<String> scopeId(OwningClient home, String name) {
        return scopes.of(new ScopeKey(home.serverId(), name));
    }

    @Override
    boolean isScopeTaken(String id) {
        return scopeKeys.of(id).isPresent();
    }

    @Override
    Resource stored(OwningClient home, String id) {
        if (!newResources.isEmpty()) {
            write();
        }
        return super.stored(home, id);
    }

    @Override
    String create(OwningClient home, ResourceRepresentation resource) {
        String id = resource.getId() == null ? rows.newId() : resource.getId();
        ResourceKey key = new ResourceKey(home.serverId(), resource.getOwner().getId(), resource.getName());
        if (resource.getAttributes() != null) {
            // The model rejects it too.
            resource.getAttributes().values().forEach(Objects::requireNonNull);
        }
        Set<String> scopeIds = new HashSet<>();
        resource.getScopes().forEach(scope -> scopeIds.add(scope(home, scope)));
        resource.setId(id);
        newResources.add(new NewResource(id, key, resource, scopeIds));
        resources.put(key, id);
        servers.put(id, home.serverId());
        return id;
    }

    /** The id of a scope, which is made if it is not there. */
    private String scope(OwningClient home, ScopeRepresentation scope) {
        String named = scope.getId();
        if (named != null && scopeName(home, named).isPresent()) {
            return named;
        }
        Optional<String> present = scopeId(home, scope.getName());
        if (present.isPresent()) {
            return present.get();
        }
        String id = named == null ? rows.newId() : named;
        ScopeKey key = new ScopeKey(home.serverId(), scope.getName());
        newScopes.add(new NewScope(id, key, scope.getDisplayName(), scope.getIconUri()));
        scopes.put(key, id);
        scopeKeys.put(id, key);
        scope.setId(id);
        return id;
    }

    @Override
    void change(OwningClient home, Resource stored, ResourceRepresentation target) {
        String name = stored.getName();
        super.change(home, stored, target);
        changed = true;
        resources.putNone(new ResourceKey(home.serverId(), stored.getOwner(), name));
        resources.put(new ResourceKey(home.serverId(), stored.getOwner(), target.getName()), stored.getId());
        for (ScopeRepresentation scope : target.getScopes()) {
            // The model may have made it.
            scopes.forget(new ScopeKey(home.serverId(), scope.getName()));
            scopeKeys.forget(scope.getId());
        }
    }

    @Override
    void settle() {
        write();
    }

    private void write() {
        if (changed) {
            // A new resource may use the previous name of a renamed one, so the next chunk queries the database again.
            JpaSession.flush(in().session());
            changed = false;
        }
        if (newResources.isEmpty()) {
            return;
        }
        // Written before any lookup: the session caches lookups, and this write may still be rolled back.
        AuthorizationCache.forget(in().session(), ResourceCacheKeys.of(newScopes, newResources));
        JpaSession.waitForDisk(in().session());
        rows.write(newScopes, newResources);
        newScopes.clear();
        newResources.clear();
    }
}
