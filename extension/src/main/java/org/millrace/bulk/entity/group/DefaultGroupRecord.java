package org.millrace.bulk.entity.group;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * A group that new users of the realm join.
 *
 * @param path of the group
 */
public record DefaultGroupRecord(
        Position position, @Nullable String path, List<Violation> warnings) implements ImportRecord {
    public DefaultGroupRecord {
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(path);
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("default-group", null, path);
    }
}
