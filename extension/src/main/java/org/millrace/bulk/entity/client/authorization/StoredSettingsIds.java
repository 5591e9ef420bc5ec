package org.millrace.bulk.entity.client.authorization;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/**
 * Ids of the stored resources and scopes that authorization settings name. Keycloak's import looks up ids through its cache. Resources that it
 * looks up by name may come from the database: it changes them without invalidating the cache, and keeps permission tickets of removed scopes.
 * For the session's thread.
 *
 * @param owner the user who owns a resource; empty for the client
 */
record StoredSettingsIds(
        StoreFactory stores,
        ResourceServer server,
        Function<@Nullable ResourceOwnerRepresentation, Optional<UserModel>> owner) {
    /** Sets the ids of resources and scopes that have none. */
    void setTo(ResourceServerRepresentation settings) {
        orNone(settings.getScopes()).forEach(this::setTo);
        for (ResourceRepresentation resource : orNone(settings.getResources())) {
            resource.getScopes().forEach(this::setTo);
            if (resource.getId() == null) {
                String ownerId = owner.apply(resource.getOwner())
                        .map(user -> user.getId())
                        .orElse(server.getClientId());
                Resource stored = stores.getResourceStore().findByName(server, resource.getName(), ownerId);
                resource.setId(stored == null ? null : stored.getId());
            }
        }
    }

    private void setTo(ScopeRepresentation scope) {
        if (scope.getId() == null) {
            Scope stored = stores.getScopeStore().findByName(server, scope.getName());
            scope.setId(stored == null ? null : stored.getId());
        }
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
