package org.millrace.bulk.entity.client.authorization;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.representations.idm.ClientRepresentation;

/**
 * The client that authorization settings belong to.
 *
 * @param stored null if the client is to be created
 */
record ClientIdentity(String id, String clientId, @Nullable ClientModel stored) {
    static ClientIdentity of(ClientModel stored) {
        return new ClientIdentity(stored.getId(), stored.getClientId(), stored);
    }

    /** @param client with both names */
    static ClientIdentity ofNew(ClientRepresentation client) {
        return new ClientIdentity(client.getId(), client.getClientId(), null);
    }

    /** Whether the text is the client's id or clientId. */
    boolean is(@Nullable String text) {
        return id.equals(text) || clientId.equals(text);
    }

    /** Whether a new client is going to have a service account of this name. */
    boolean isServiceAccount(String username) {
        return stored == null && username.equals("service-account-" + clientId.toLowerCase(Locale.ROOT));
    }
}
