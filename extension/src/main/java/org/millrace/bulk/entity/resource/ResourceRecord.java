package org.millrace.bulk.entity.resource;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/**
 * An authorization resource as Keycloak's {@code ResourceRepresentation} describes it, of one client.
 *
 * @param named names of the fields that the record holds, null among their values included
 */
public record ResourceRecord(
        Position position,
        ResourceRepresentation resource,
        @Nullable String clientId,
        Set<String> named,
        List<Violation> warnings)
        implements ImportRecord {
    public ResourceRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(resource.getName());
    }

    @Override
    public List<String> keys() {
        String owner = resource.getOwner() == null
                ? ""
                : resource.getOwner().getId() + "\0" + resource.getOwner().getName();
        return RecordKeys.of("resource", resource.getId(), clientId + "\0" + resource.getName() + "\0" + owner);
    }

    @Override
    public ResourceRecord withIds(IdMapping ids) {
        ResourceRepresentation copy = Representations.copy(resource, ResourceRepresentation.class);
        map(copy, ids);
        return new ResourceRecord(position, copy, clientId, named, warnings);
    }

    /** Gives new ids to a resource and its scopes. */
    public static void map(ResourceRepresentation resource, IdMapping ids) {
        resource.setId(ids.map(resource.getId()));
        resource.getScopes().forEach(scope -> scope.setId(ids.map(scope.getId())));
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "ResourceRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
