package org.millrace.bulk.entity.role;

import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;

/** Fires the event that invalidates caches after a role was renamed. */
record RoleNameChange(KeycloakSession session, RealmModel realm, RoleName name, String previous)
        implements RoleModel.RoleNameChangeEvent {
    @Override
    public RealmModel getRealm() {
        return realm;
    }

    @Override
    public String getNewName() {
        return name.name();
    }

    @Override
    public String getPreviousName() {
        return previous;
    }

    @Override
    public @Nullable String getClientId() {
        return name.clientId();
    }

    @Override
    public KeycloakSession getKeycloakSession() {
        return session;
    }
}
