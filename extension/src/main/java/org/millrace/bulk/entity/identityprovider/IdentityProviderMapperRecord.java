package org.millrace.bulk.entity.identityprovider;

import java.util.List;
import java.util.Optional;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/** A mapper of an identity provider as Keycloak's {@code IdentityProviderMapperRepresentation} describes it. */
public record IdentityProviderMapperRecord(
        Position position, IdentityProviderMapperRepresentation mapper, List<Violation> warnings)
        implements ImportRecord {
    public IdentityProviderMapperRecord {
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(mapper.getName());
    }

    @Override
    public List<String> keys() {
        String name = mapper.getName() == null ? null : mapper.getIdentityProviderAlias() + "\0" + mapper.getName();
        return RecordKeys.of("identity-provider-mapper", mapper.getId(), name);
    }

    @Override
    public IdentityProviderMapperRecord withIds(IdMapping ids) {
        IdentityProviderMapperRepresentation copy =
                Representations.copy(mapper, IdentityProviderMapperRepresentation.class);
        copy.setId(ids.map(copy.getId()));
        return new IdentityProviderMapperRecord(position, copy, warnings);
    }

    /** Names the record by position and key only: its configuration may contain secrets. */
    @Override
    public String toString() {
        return "IdentityProviderMapperRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
