package org.millrace.bulk.entity.client.authorization;

import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;

/** Requirements for the authorization services of a client: those on the client, and the caller's permissions. */
record AuthorizationRequirements(ChunkSession within) {
    /** Rejects authorization settings that the caller may not manage. */
    void permission(@Nullable ResourceServer server, ValidationResult result) {
        if (!within.permissions().realm().canManageAuthorization(server)) {
            result.reject(Violation.of(
                    "forbidden-authorization",
                    "authorizationServicesEnabled",
                    "Not allowed to manage authorization; requires the role manage-authorization"));
        }
    }

    /** The permissions of administrators are stored as settings of a client, too. */
    void importable(ClientModel stored, ValidationResult result) {
        if (stored.equals(within.realm().getAdminPermissionsClient())) {
            result.reject(Violation.of(
                    "forbidden-client", "authorizationSettings", "The permissions of administrators are not imported"));
        }
    }

    static boolean isConfidential(ClientModel client) {
        return !client.isPublicClient() && !client.isBearerOnly();
    }

    /** Rejects authorization services for a client that Keycloak does not let have them. */
    static void suitable(boolean hasServiceAccount, ClientModel target, ValidationResult result) {
        if (isOfRealm(target)) {
            return;
        }
        if (!isConfidential(target)) {
            result.reject(Violation.of(
                    "not-confidential",
                    "authorizationServicesEnabled",
                    "Only confidential clients have authorization"));
        }
        if (!hasServiceAccount) {
            result.reject(Violation.of(
                    "no-service-account",
                    "authorizationServicesEnabled",
                    "Authorization services require a service account"));
        }
    }

    /** The client whose roles manage the realm: Keycloak lets it have authorization services although it is no confidential one. */
    static boolean isOfRealm(ClientModel client) {
        return client.getClientId().equals(Constants.REALM_MANAGEMENT_CLIENT_ID)
                || client.getClientId().equals(Config.getAdminRealm() + "-realm");
    }
}
