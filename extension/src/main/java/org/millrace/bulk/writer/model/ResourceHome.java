package org.millrace.bulk.writer.model;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.millrace.bulk.record.Violation;

/**
 * The client to which resources belong, looked up once for all of a chunk.
 *
 * @param fault why it takes none; null if it does
 */
record ResourceHome(
        ChunkSession within,
        AuthorizationProvider provider,
        @Nullable ClientModel client,
        @Nullable ResourceServer server,
        @Nullable Violation fault) {
    static ResourceHome of(ChunkSession within, String clientId) {
        AuthorizationProvider provider = within.session().getProvider(AuthorizationProvider.class);
        ClientModel client = within.realm().getClientByClientId(clientId);
        if (client == null) {
            return refusing(within, provider, "unknown-client", "There is no client " + clientId);
        }
        ResourceServer server = Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? provider.getStoreFactory().getResourceServerStore().findByClient(client)
                : null;
        if (server == null) {
            return refusing(
                    within,
                    provider,
                    "no-authorization-services",
                    "The client's authorization services are not enabled");
        }
        if (client.equals(within.realm().getAdminPermissionsClient())
                || !within.permissions().realm().canManageAuthorization(server)) {
            return refusing(within, provider, "forbidden-client", "You may not change resources of this client");
        }
        return new ResourceHome(within, provider, client, server, null);
    }

    private static ResourceHome refusing(
            ChunkSession within, AuthorizationProvider provider, String code, String detail) {
        return new ResourceHome(within, provider, null, null, Violation.of(code, "clientId", detail));
    }

    StoreFactory stores() {
        return provider.getStoreFactory();
    }

    /** The id of the owner: the client itself if nobody is named, else a user by id or name; empty if there is none. */
    Optional<String> owner(@Nullable ResourceOwnerRepresentation named) {
        String self = Objects.requireNonNull(client).getId();
        if (named == null || named.getId() == null && named.getName() == null) {
            return Optional.of(self);
        }
        return byId(named.getId(), self).or(() -> byName(named.getName(), self));
    }

    private Optional<String> byId(@Nullable String id, String self) {
        if (id == null) {
            return Optional.empty();
        }
        if (id.equals(self)) {
            return Optional.of(self);
        }
        UserProvider users = within.session().users();
        return Optional.ofNullable(users.getUserById(within.realm(), id))
                .or(() -> Optional.ofNullable(users.getUserByUsername(within.realm(), id)))
                .map(UserModel::getId);
    }

    private Optional<String> byName(@Nullable String name, String self) {
        if (name == null) {
            return Optional.empty();
        }
        if (name.equals(Objects.requireNonNull(client).getClientId())) {
            return Optional.of(self);
        }
        return Optional.ofNullable(within.session().users().getUserByUsername(within.realm(), name))
                .map(UserModel::getId);
    }

    /** The resource that a record means: by its id, else by its name and owner. */
    @Nullable
    Resource stored(ResourceRepresentation resource, String owner) {
        Resource byId =
                resource.getId() == null ? null : stores().getResourceStore().findById(server, resource.getId());
        return byId == null && resource.getName() != null ? named(resource.getName(), owner) : byId;
    }

    @Nullable
    Resource named(String name, String owner) {
        return stores().getResourceStore().findByName(server, name, owner);
    }

    /**
     * Makes sure that scopes with ids are those of this client: exports of other servers have other ids for the same names.
     *
     * @return what is wrong with one of them; empty if nothing is
     */
    Optional<Violation> settleScopes(ResourceRepresentation resource) {
        for (ScopeRepresentation scope : resource.getScopes()) {
            if (scope.getId() == null) {
                continue;
            }
            Scope present = stores().getScopeStore().findById(server, scope.getId());
            if (present != null) {
                scope.setName(present.getName());
            } else if (scope.getName() == null) {
                return Optional.of(Violation.of("unknown-scope", "scopes.id", "The client has no scope with this id"));
            } else if (stores().getScopeStore().findByName(server, scope.getName()) != null) {
                scope.setId(null);
            } else if (within.takenIds().contain("resource_server_scope", scope.getId())) {
                return Optional.of(Violation.of("id-exists", "scopes.id", "A scope with this id exists"));
            }
        }
        return Optional.empty();
    }
}
