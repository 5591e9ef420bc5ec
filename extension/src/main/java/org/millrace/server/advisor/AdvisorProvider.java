package org.millrace.server.advisor;

import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.server.problem.Problem;

/** Lets in who may see the whole server, in the realm that is about the whole server. */
final class AdvisorProvider implements AdminRealmResourceProvider {

    @Override
    public Object getResource(
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions,
            AdminEventBuilder adminEvent) {
        ServerViewPermission permission = new ServerViewPermission(permissions);
        if (!permission.isAdministrationRealm(realm)) {
            throw new Problem(
                            404,
                            "not-in-this-realm",
                            "The advisor is in the administration realm",
                            "The advisor is about the server, not about one realm")
                    .exception();
        }
        if (!permission.isGranted()) {
            throw new Problem(
                            403,
                            "permission-missing",
                            "Permission is missing",
                            "The advisor needs the role admin or view-system of the administration realm")
                    .exception();
        }
        return new AdvisorResource(session.getContext().getUri().getAbsolutePath());
    }

    @Override
    public void close() {}
}
