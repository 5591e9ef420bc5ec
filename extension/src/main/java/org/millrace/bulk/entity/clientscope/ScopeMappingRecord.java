package org.millrace.bulk.entity.clientscope;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.RecordKeys;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * Roles of the realm or of one client in the scope of a client or client scope. Exactly one of {@code client} and {@code clientScope} is
 * to be given.
 *
 * @param client the {@code clientId} of the client that has the roles in its scope
 * @param clientScope the name of the client scope that has the roles in its scope
 * @param clientId of the client whose roles they are; null for roles of the realm
 */
public record ScopeMappingRecord(
        Position position,
        @Nullable String client,
        @Nullable String clientScope,
        @Nullable String clientId,
        List<String> roles,
        List<Violation> warnings)
        implements ImportRecord {
    public ScopeMappingRecord {
        roles = List.copyOf(roles);
        warnings = Violation.listed(warnings);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(client == null ? clientScope : client);
    }

    @Override
    public List<String> keys() {
        String key = Stream.of(client, clientScope, clientId)
                .map(name -> name == null ? "" : name)
                .collect(Collectors.joining("\0"));
        return RecordKeys.of("scope-mapping", null, key);
    }
}
