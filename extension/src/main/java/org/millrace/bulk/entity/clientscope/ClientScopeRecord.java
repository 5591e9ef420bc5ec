package org.millrace.bulk.entity.clientscope;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/**
 * A client scope as Keycloak's {@code ClientScopeRepresentation} describes it, with its protocol mappers.
 *
 * @param named names of the fields that the record contains, those with the value null included
 */
public record ClientScopeRecord(
        Position position, ClientScopeRepresentation scope, Set<String> named, List<Violation> warnings)
        implements ImportRecord {
    public ClientScopeRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(scope.getName());
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("client-scope", scope.getId(), scope.getName());
    }

    @Override
    public ClientScopeRecord withIds(IdMapping ids) {
        ClientScopeRepresentation copy = Representations.copy(scope, ClientScopeRepresentation.class);
        copy.setId(ids.map(copy.getId()));
        if (copy.getProtocolMappers() != null) {
            copy.getProtocolMappers().forEach(mapper -> mapper.setId(ids.map(mapper.getId())));
        }
        return new ClientScopeRecord(position, copy, named, warnings);
    }

    /** Names the record by position and key only. */
    @Override
    public String toString() {
        return "ClientScopeRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
