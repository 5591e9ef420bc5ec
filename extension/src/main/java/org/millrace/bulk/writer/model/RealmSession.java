package org.millrace.bulk.writer.model;

import java.util.function.Supplier;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.server.Database;

/**
 * A realm as one session sees it, and what the caller may do there. For that session's thread.
 *
 * @param database on whose connections are those of the session's transaction
 */
record RealmSession(
        KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions, Database database) {
    static RealmSession of(ModelScope scope, KeycloakSession session, RealmModel realm) {
        return new RealmSession(
                session, realm, scope.imported().caller().permissions(session, realm), scope.database());
    }

    /** Looks something up, whoever may see it: this session belongs to nobody, and what the caller may do is asked apart. */
    <T> T unfiltered(Supplier<T> lookUp) {
        return AdminPermissionsSchema.runWithoutAuthorization(session, lookUp);
    }
}
