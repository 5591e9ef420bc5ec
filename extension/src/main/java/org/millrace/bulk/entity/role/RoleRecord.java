package org.millrace.bulk.entity.role;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/**
 * A role as Keycloak's {@code RoleRepresentation} describes it; a role of a client carries the client's id as people know it.
 *
 * @param named names of the fields that the record holds, null among their values included
 */
public record RoleRecord(
        Position position,
        RoleRepresentation role,
        @Nullable String clientId,
        Set<String> named,
        List<Violation> warnings)
        implements ImportRecord {
    public RoleRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(role.getName());
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of(
                "role", role.getId(), clientId == null ? role.getName() : clientId + "\0" + role.getName());
    }

    @Override
    public RoleRecord withIds(IdMapping ids) {
        RoleRepresentation copy = Representations.copy(role, RoleRepresentation.class);
        copy.setId(ids.map(copy.getId()));
        return new RoleRecord(position, copy, clientId, named, warnings);
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "RoleRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
