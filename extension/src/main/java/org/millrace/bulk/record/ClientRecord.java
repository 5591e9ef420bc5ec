package org.millrace.bulk.record;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.keycloak.representations.idm.ClientRepresentation;

/**
 * A client as Keycloak's {@code ClientRepresentation} describes it, with its authorization settings.
 *
 * @param named names of the fields that the record holds, null among their values included
 */
public record ClientRecord(Position position, ClientRepresentation client, Set<String> named, List<Violation> warnings)
        implements ImportRecord {
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
        return RecordKeys.of(
                "client", client.getId(), client.getClientId() == null ? client.getId() : client.getClientId());
    }

    /** Settings may name other clients; and of clients that exist, one may go by its id here, by its name there. */
    @Override
    public boolean isIndependent(boolean changing) {
        return !changing && client.getAuthorizationSettings() == null;
    }

    /** Names the record by position and key; what else it holds is nobody's business in a log. */
    @Override
    public String toString() {
        return "ClientRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
