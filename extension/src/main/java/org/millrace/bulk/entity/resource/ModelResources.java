package org.millrace.bulk.entity.resource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.AuthorizationCache;

/**
 * The authorization resources of a realm's clients, looked up, made and changed one by one by Keycloak's model. For one chunk, its
 * session and its thread.
 */
class ModelResources {
    private final ChunkSession in;
    private final AuthorizationProvider provider;
    private final ResourceOwners owners;
    private final Map<String, OwningClient> homes = new HashMap<>();

    ModelResources(ChunkSession in) {
        this.in = in;
        this.provider = in.session().getProvider(AuthorizationProvider.class);
        this.owners = new ResourceOwners(in);
    }

    final ChunkSession in() {
        return in;
    }

    final ResourceOwners owners() {
        return owners;
    }

    private StoreFactory stores() {
        return provider.getStoreFactory();
    }

    /** The client that resources belong to. */
    final OwningClient home(String clientId) {
        return homes.computeIfAbsent(clientId, id -> OwningClient.of(in, id));
    }

    /** The id of the owner; empty if there is no such user. */
    final Optional<String> owner(OwningClient home, @Nullable ResourceOwnerRepresentation named) {
        return owners.of(home, named);
    }

    /** The id of the resource that a record means: by its id, else by its name and owner. */
    final Optional<String> meant(OwningClient home, ResourceRepresentation resource, String owner) {
        if (resource.getId() != null && has(home, resource.getId())) {
            return Optional.of(resource.getId());
        }
        return resource.getName() == null ? Optional.empty() : named(home, resource.getName(), owner);
    }

    /** Whether a resource of this client has this id. */
    boolean has(OwningClient home, String id) {
        return AuthorizationCache.uncached(in.session()).getResourceStore().findById(home.server(), id) != null;
    }

    /** The id of an owner's resource. */
    Optional<String> named(OwningClient home, String name, String owner) {
        return Optional.ofNullable(stores().getResourceStore().findByName(home.server(), name, owner))
                .map(Resource::getId);
    }

    /** Whether a resource has this id, in any realm. */
    boolean isTaken(String id) {
        return in.takenIds().contain("resource_server_resource", id);
    }

    Optional<String> scopeName(OwningClient home, String id) {
        return Optional.ofNullable(AuthorizationCache.uncached(in.session())
                        .getScopeStore()
                        .findById(home.server(), id))
                .map(Scope::getName);
    }

    Optional<String> scopeId(OwningClient home, String name) {
        return Optional.ofNullable(stores().getScopeStore().findByName(home.server(), name))
                .map(Scope::getId);
    }

    /** Whether a scope has this id, in any realm. */
    boolean isScopeTaken(String id) {
        return in.takenIds().contain("resource_server_scope", id);
    }

    /**
     * Makes sure that scopes with ids are those of this client: exports of other servers have other ids for the same names.
     *
     * @return the problem of one of them; empty if there is none
     */
    final Optional<Violation> settleScopes(OwningClient home, ResourceRepresentation resource) {
        for (ScopeRepresentation scope : resource.getScopes()) {
            if (scope.getId() == null) {
                continue;
            }
            Optional<String> present = scopeName(home, scope.getId());
            if (present.isPresent()) {
                scope.setName(present.get());
            } else if (scope.getName() == null) {
                return Optional.of(Violation.of(
                        "unknown-scope",
                        "scopes.id",
                        "Scope with id \"" + scope.getId() + "\" does not exist in client \""
                                + Objects.requireNonNull(home.client()).getClientId() + "\""));
            } else if (scopeId(home, scope.getName()).isPresent()) {
                scope.setId(null);
            } else if (isScopeTaken(scope.getId())) {
                return Optional.of(Violation.of(
                        "id-exists", "scopes.id", "Scope with id \"" + scope.getId() + "\" already exists"));
            }
        }
        return Optional.empty();
    }

    /**
     * A resource of this client, to be modified.
     *
     * @throws ConcurrentChangeException if it was removed
     */
    Resource stored(OwningClient home, String id) {
        Resource stored = stores().getResourceStore().findById(home.server(), id);
        if (stored == null) {
            throw new ConcurrentChangeException("a resource was removed");
        }
        return stored;
    }

    /**
     * Creates a valid resource.
     *
     * @param resource the resource, with the id of its owner; receives the ids of created entities
     * @return id of the resource
     */
    String create(OwningClient home, ResourceRepresentation resource) {
        Resource made = toModel(home, resource);
        ResourceKey key = new ResourceKey(home.serverId(), made.getOwner(), made.getName());
        Set<String> scopeIds = made.getScopes().stream().map(Scope::getId).collect(Collectors.toSet());
        NewResource known = new NewResource(made.getId(), key, resource, scopeIds);
        // The model invalidates only the lists of the scopes of a new resource.
        AuthorizationCache.forget(in.session(), ResourceCacheKeys.of(List.of(), List.of(known)));
        return made.getId();
    }

    /** Changes a resource to its target state. */
    void change(OwningClient home, Resource stored, ResourceRepresentation target) {
        toModel(home, target);
    }

    private Resource toModel(OwningClient home, ResourceRepresentation resource) {
        return RepresentationToModel.toModel(resource, home.server(), provider);
    }

    /** The chunk is written but for what this has held back. */
    void settle() {}
}
