package org.millrace.bulk.writer.model;

import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.StripSecretsUtils;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.Validation;

/** The session of one chunk, and what the caller may do in it. For one thread. */
record ChunkSession(ModelScope scope, KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions) {
    static ChunkSession of(ModelScope scope, KeycloakSession session, RealmModel realm) {
        return new ChunkSession(scope, session, realm, scope.imported().caller().permissions(session, realm));
    }

    OnConflict onConflict() {
        return scope.imported().onConflict();
    }

    Validation validation() {
        return scope.imported().validation();
    }

    TakenIds takenIds() {
        return new TakenIds(scope.database());
    }

    /** @param representation is changed: what it holds of secrets is masked */
    void fire(OperationType operation, ResourceType type, @Nullable Object representation, String... path) {
        Object shown = representation == null ? null : StripSecretsUtils.stripSecrets(session, representation);
        scope.events().fire(session, operation, type, shown, path);
    }
}
