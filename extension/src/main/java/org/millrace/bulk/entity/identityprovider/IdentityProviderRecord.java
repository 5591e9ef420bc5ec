package org.millrace.bulk.entity.identityprovider;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/**
 * An identity provider as Keycloak's {@code IdentityProviderRepresentation} describes it. Its mappers are records of their own.
 *
 * @param named names of the fields that the record contains, those with the value null included
 */
public record IdentityProviderRecord(
        Position position, IdentityProviderRepresentation provider, Set<String> named, List<Violation> warnings)
        implements ImportRecord {
    public IdentityProviderRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(provider.getAlias());
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("identity-provider", provider.getInternalId(), provider.getAlias());
    }

    @Override
    public IdentityProviderRecord withIds(IdMapping ids) {
        IdentityProviderRepresentation copy = Representations.copy(provider, IdentityProviderRepresentation.class);
        copy.setInternalId(ids.map(copy.getInternalId()));
        return new IdentityProviderRecord(position, copy, named, warnings);
    }

    /** Names the record by position and key only: its configuration contains secrets. */
    @Override
    public String toString() {
        return "IdentityProviderRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
