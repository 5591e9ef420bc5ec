package org.millrace.bulk.entity.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.entity.client.authorization.AuthorizationIds;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/**
 * A client as Keycloak's {@code ClientRepresentation} describes it, with its authorization settings.
 *
 * @param named names of the fields that the record holds, null among their values included
 */
public record ClientRecord(Position position, ClientRepresentation client, Set<String> named, List<Violation> warnings)
        implements ImportRecord {
    /** Keycloak flushes about ten times for each client, and every flush checks all entities of the transaction. */
    private static final int SLOW_PARTS = 8;

    public ClientRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(client.getClientId());
    }

    @Override
    public List<String> keys() {
        String clientId = client.getClientId() == null ? client.getId() : client.getClientId();
        List<String> keys = new ArrayList<>(RecordKeys.of("client", client.getId(), clientId));
        boolean hasAccount = Boolean.TRUE.equals(client.isServiceAccountsEnabled())
                || Boolean.TRUE.equals(client.getAuthorizationServicesEnabled());
        if (clientId != null && hasAccount) {
            // Their accounts are users, whose names have no case.
            keys.addAll(RecordKeys.of("service-account", null, clientId.toLowerCase(Locale.ROOT)));
        }
        return keys;
    }

    @Override
    public int slowParts() {
        return SLOW_PARTS;
    }

    /** Settings may name other clients; and of clients that exist, one may go by its id here, by its name there. */
    @Override
    public boolean isIndependent(boolean inOrder) {
        return !inOrder && client.getAuthorizationSettings() == null;
    }

    @Override
    public ClientRecord withIds(IdMapping ids) {
        return new ClientRecord(position, copy(client, ids), named, warnings);
    }

    /** A copy with other ids. */
    static ClientRepresentation copy(ClientRepresentation client, IdMapping ids) {
        ClientRepresentation copy = Representations.copy(client, ClientRepresentation.class);
        if (copy.getId() != null && copy.getClientId() == null) {
            // Such a client goes by its id, which others may name.
            copy.setClientId(copy.getId());
        }
        copy.setId(ids.map(copy.getId()));
        if (copy.getProtocolMappers() != null) {
            copy.getProtocolMappers().forEach(mapper -> mapper.setId(ids.map(mapper.getId())));
        }
        if (copy.getAuthorizationSettings() != null) {
            new AuthorizationIds(ids).map(copy.getAuthorizationSettings());
        }
        return copy;
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "ClientRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
