package org.millrace.bulk.entity.organization.department;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * A department: a group inside an organization. Null means that the record does not name the field.
 *
 * @param organization the organization's alias
 * @param path such as {@code /sales/berlin}; parents come first
 * @param members names of users who are members of the organization
 * @param named names of the fields that the record holds, null among their values included
 */
public record DepartmentRecord(
        Position position,
        @Nullable String id,
        @Nullable String organization,
        @Nullable String path,
        @Nullable String description,
        @Nullable Map<String, List<String>> attributes,
        @Nullable List<String> members,
        Set<String> named,
        List<Violation> warnings)
        implements ImportRecord {
    public DepartmentRecord {
        named = Set.copyOf(named);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(organization == null ? path : path == null ? organization : organization + path);
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("department", id, organization + "\0" + path);
    }

    @Override
    public DepartmentRecord withIds(IdMapping ids) {
        return new DepartmentRecord(
                position, ids.map(id), organization, path, description, attributes, members, named, warnings);
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "DepartmentRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
