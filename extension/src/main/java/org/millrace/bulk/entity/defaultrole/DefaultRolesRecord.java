package org.millrace.bulk.entity.defaultrole;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * Roles that every user gets, as exports named them before Keycloak had default roles: they become parts of the realm's default role.
 *
 * @param clientId of the client whose roles they are; null for roles of the realm
 */
public record DefaultRolesRecord(
        Position position, @Nullable String clientId, List<String> roles, List<Violation> warnings)
        implements ImportRecord {
    public DefaultRolesRecord {
        roles = List.copyOf(roles);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(clientId);
    }

    /** Names the record by position and key. */
    @Override
    public String toString() {
        return "DefaultRolesRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
