package org.millrace.bulk.record;

import java.util.List;
import java.util.Optional;
import org.keycloak.representations.idm.ClientRepresentation;

/**
 * The authorization settings of a client, apart from the client itself: they may name roles, groups and users that can only be there
 * once the client is.
 *
 * @param client of which nothing counts but its names and what is about authorization
 */
public record AuthorizationRecord(Position position, ClientRepresentation client, List<Violation> warnings)
        implements ImportRecord {
    public AuthorizationRecord {
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(client.getClientId());
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("client", client.getId(), client.getClientId());
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "AuthorizationRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
