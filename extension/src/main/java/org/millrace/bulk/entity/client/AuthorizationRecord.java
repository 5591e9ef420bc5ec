package org.millrace.bulk.entity.client;

import java.util.List;
import java.util.Optional;
import org.keycloak.representations.idm.ClientRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * The authorization settings of a client, in a record of their own: they may refer to roles, groups and users that need the
 * client first.
 *
 * @param client only its identifiers and its authorization settings are used
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

    @Override
    public AuthorizationRecord withIds(IdMapping ids) {
        return new AuthorizationRecord(position, ClientRecord.copy(client, ids), warnings);
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "AuthorizationRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
