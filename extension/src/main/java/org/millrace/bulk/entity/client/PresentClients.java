package org.millrace.bulk.entity.client;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.connections.jpa.support.EntityManagers;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.chunk.Chunk;

/**
 * The clients that records of one chunk may be about. One batch lookup per chunk finds the client ids that do not exist, which
 * are most; the model looks up the others.
 */
final class PresentClients {
    /** The SPI's interface, whose module Maven Central does not serve. */
    private static final String PROVIDER_TYPE = "org.keycloak.storage.client.ClientStorageProvider";

    private final RealmModel realm;
    /** Null if every client is looked up through the model. */
    private final ClientNames.@Nullable Taken taken;

    private PresentClients(RealmModel realm, ClientNames.@Nullable Taken taken) {
        this.realm = realm;
        this.taken = taken;
    }

    /** Looks up each client through the model. */
    static PresentClients inModel(RealmModel realm) {
        return new PresentClients(realm, null);
    }

    /** Looks up the client ids of a chunk in one batch; clients of other stores are looked up through the model. */
    static PresentClients of(Chunk chunk, KeycloakSession session, RealmModel realm, ClientNames names) {
        if (realm.getComponentsStream(realm.getId(), PROVIDER_TYPE).findAny().isPresent()) {
            return inModel(realm);
        }
        Set<String> ids = new HashSet<>();
        Set<String> clientIds = new HashSet<>();
        for (ClientRecord item : chunk.items(ClientRecord.class)) {
            add(ids, item.client().getId());
            add(clientIds, item.client().getClientId());
        }
        // In a dry run, the session may hold what earlier chunks have made.
        EntityManagers.flush(session, false);
        return new PresentClients(realm, names.among(ids, clientIds));
    }

    private static void add(Set<String> names, @Nullable String name) {
        if (name != null) {
            names.add(name);
        }
    }

    /** The client that a record is about; null if there is none. */
    @Nullable
    ClientModel find(ClientRepresentation client) {
        return mayHaveId(client.getId()) || mayHaveClientId(client.getClientId())
                ? ClientChunk.stored(client, realm)
                : null;
    }

    /** Whether a client may have this id already, in any realm. */
    boolean mayHaveId(@Nullable String id) {
        return id != null && (taken == null || taken.ids().contains(id));
    }

    private boolean mayHaveClientId(@Nullable String clientId) {
        return clientId != null && (taken == null || taken.clientIds().contains(clientId));
    }

    /** Notes names that a client may have from now on. */
    void add(ClientRepresentation client) {
        if (taken != null) {
            add(taken.ids(), client.getId());
            add(taken.clientIds(), client.getClientId());
        }
    }
}
