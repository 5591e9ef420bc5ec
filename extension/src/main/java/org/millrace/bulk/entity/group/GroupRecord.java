package org.millrace.bulk.entity.group;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.Representations;

/**
 * A group as Keycloak's {@code GroupRepresentation} describes it, with its subgroups, or a flat one with a path.
 *
 * @param named names of the fields that the record holds, null among their values included
 */
public record GroupRecord(Position position, GroupRepresentation group, Set<String> named, List<Violation> warnings)
        implements ImportRecord {
    public GroupRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(group.getPath() != null ? group.getPath() : group.getName());
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of(
                "group",
                group.getId(),
                group.getPath() != null ? group.getPath() : group.getParentId() + "\0/" + group.getName());
    }

    @Override
    public GroupRecord withIds(IdMapping ids) {
        GroupRepresentation copy = Representations.copy(group, GroupRepresentation.class);
        map(copy, ids);
        return new GroupRecord(position, copy, named, warnings);
    }

    /** Gives new ids to a group and the groups below it. */
    public static void map(GroupRepresentation group, IdMapping ids) {
        group.setId(ids.map(group.getId()));
        group.setParentId(ids.map(group.getParentId()));
        if (group.getSubGroups() != null) {
            group.getSubGroups().forEach(subGroup -> map(subGroup, ids));
        }
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "GroupRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
