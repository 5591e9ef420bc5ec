package org.millrace.bulk.entity.organization;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.keycloak.representations.idm.OrganizationRepresentation;
import org.millrace.bulk.entity.group.GroupRecord;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;
import org.millrace.server.KeycloakBridge;

/**
 * An organization as Keycloak's {@code OrganizationRepresentation} describes it, with members, links to identity providers and groups.
 *
 * @param named names of the fields that the record holds, null among their values included
 */
public record OrganizationRecord(
        Position position, OrganizationRepresentation organization, Set<String> named, List<Violation> warnings)
        implements ImportRecord {
    public OrganizationRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(organization.getAlias() != null ? organization.getAlias() : organization.getName());
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("organization", organization.getId(), key().orElse(null));
    }

    @Override
    public OrganizationRecord withIds(IdMapping ids) {
        OrganizationRepresentation copy = Representations.copy(organization, OrganizationRepresentation.class);
        copy.setId(ids.map(copy.getId()));
        if (copy.getMembers() != null) {
            copy.getMembers().forEach(member -> member.setId(ids.map(member.getId())));
        }
        KeycloakBridge.groupsOf(copy).forEach(group -> GroupRecord.map(group, ids));
        return new OrganizationRecord(position, copy, named, warnings);
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "OrganizationRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
