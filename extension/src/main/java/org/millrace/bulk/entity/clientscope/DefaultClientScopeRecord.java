package org.millrace.bulk.entity.clientscope;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * A client scope that the realm assigns to new clients.
 *
 * @param name of the client scope
 * @param optional whether new clients get it as an optional client scope instead of a default one
 */
public record DefaultClientScopeRecord(
        Position position, @Nullable String name, boolean optional, List<Violation> warnings) implements ImportRecord {
    public DefaultClientScopeRecord {
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(name);
    }

    @Override
    public List<String> keys() {
        return RecordKeys.of("default-client-scope", null, name);
    }
}
