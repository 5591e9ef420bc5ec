package org.millrace.bulk.writer.model;

import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Client scopes by their names. */
public final class ClientScopeNames {
    private ClientScopeNames() {}

    /**
     * The client scope with this name, as Keycloak stores names; null if there is none. Keycloak's own lookup by name also finds clients,
     * which can be shown as client scopes.
     */
    public static @Nullable ClientScopeModel find(String name, RealmModel realm) {
        String stored = KeycloakModelUtils.convertClientScopeName(name);
        return realm.getClientScopesStream()
                .filter(scope -> stored.equals(scope.getName()))
                .findFirst()
                .orElse(null);
    }
}
