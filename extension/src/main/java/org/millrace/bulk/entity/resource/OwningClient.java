package org.millrace.bulk.entity.resource;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * The client that owns resources, looked up once for a chunk.
 *
 * @param mayView whether the caller may view its resources; one who may only manage them does not learn whether they equal the record
 * @param fault why it cannot own resources; null if it can
 */
record OwningClient(
        @Nullable ClientModel client,
        @Nullable ResourceServer server,
        boolean mayView,
        @Nullable Violation fault) {
    static OwningClient of(ChunkSession within, String clientId) {
        ClientModel client = within.realm().getClientByClientId(clientId);
        boolean maySee = client == null
                ? within.permissions().clients().canView()
                : within.permissions().clients().canView(client);
        if (client == null) {
            return maySee
                    ? refusing(
                            "unknown-client",
                            "Client \"" + clientId + "\" does not exist in realm \""
                                    + within.realm().getName() + "\"")
                    : forbidden();
        }
        ResourceServer server = Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                ? within.session()
                        .getProvider(AuthorizationProvider.class)
                        .getStoreFactory()
                        .getResourceServerStore()
                        .findByClient(client)
                : null;
        if (server == null) {
            return maySee
                    ? refusing(
                            "no-authorization-services",
                            "Authorization services of client \"" + clientId + "\" are not enabled")
                    : forbidden();
        }
        if (client.equals(within.realm().getAdminPermissionsClient())
                || !within.permissions().realm().canManageAuthorization(server)) {
            return forbidden();
        }
        return new OwningClient(client, server, within.permissions().realm().canViewAuthorization(server), null);
    }

    /** The same problem for existing and missing clients, because the caller may not know whether the client exists. */
    private static OwningClient forbidden() {
        return new OwningClient(null, null, false, hidden());
    }

    /** The problem of a client that the caller may not know. */
    static Violation hidden() {
        return Violation.of(
                "forbidden-client",
                "clientId",
                "You may not change resources of this client, or it does not exist or has no authorization services");
    }

    private static OwningClient refusing(String code, String detail) {
        return new OwningClient(null, null, false, Violation.of(code, "clientId", detail));
    }

    /** The id under which resources and scopes are stored as this client's. */
    String serverId() {
        return Objects.requireNonNull(server).getId();
    }
}
