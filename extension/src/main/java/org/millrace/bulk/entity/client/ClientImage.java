package org.millrace.bulk.entity.client;

import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.millrace.bulk.writer.model.StateJson;

/** The state of a client as a record that restores it. */
public final class ClientImage {
    private ClientImage() {}

    /** The record of a client with its secret, without its authorization settings. */
    public static String of(KeycloakSession session, RealmModel realm, String id) {
        ClientModel client = realm.getClientById(id);
        if (client == null) {
            return StateJson.ABSENT;
        }
        ClientRepresentation record = ModelToRepresentation.toRepresentation(client, session);
        record.setAccess(null);
        record.setAuthorizationSettings(null);
        // The representation has attributes that Keycloak computes, such as realm_client, and leaves others out.
        record.setAttributes(new HashMap<>(client.getAttributes()));
        record.setDefaultClientScopes(sorted(record.getDefaultClientScopes()));
        record.setOptionalClientScopes(sorted(record.getOptionalClientScopes()));
        record.setRedirectUris(sorted(record.getRedirectUris()));
        record.setWebOrigins(sorted(record.getWebOrigins()));
        List<ProtocolMapperRepresentation> mappers = record.getProtocolMappers();
        if (mappers != null) {
            record.setProtocolMappers(mappers.stream()
                    .sorted((one, other) -> one.getId().compareTo(other.getId()))
                    .toList());
        }
        return StateJson.text(record);
    }

    /** Gives a client exactly the attributes of its image: Keycloak adds some to a client that is replaced. */
    public static void restoreAttributes(RealmModel realm, String id, String image) {
        ClientModel client = realm.getClientById(id);
        ClientRepresentation before = StateJson.read(image, ClientRepresentation.class);
        if (client == null || before.getAttributes() == null) {
            return;
        }
        Set.copyOf(client.getAttributes().keySet()).stream()
                .filter(name -> !before.getAttributes().containsKey(name))
                .forEach(client::removeAttribute);
        before.getAttributes().forEach(client::setAttribute);
    }

    private static @Nullable List<String> sorted(@Nullable List<String> names) {
        return names == null ? null : names.stream().sorted().toList();
    }
}
