package org.millrace.bulk.chunk.outcome;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;

/**
 * Contents of a summary in addition to the counts. Immutable.
 *
 * @param notImported sections of an export file that are not imported
 * @param notices messages about the whole body, each once
 * @param fields fields of another system's export with their targets; empty for Keycloak's formats
 * @param foreignKeyChecks transactions by mode of foreign key checks; empty unless the operator permits checks once for each
 * chunk
 * @param modelReason why records are not written with COPY because of the schema; empty otherwise
 */
public record SummaryNotes(
        List<String> notImported,
        List<Violation> notices,
        Optional<String> modelReason,
        List<FieldUse> fields,
        Map<String, Long> foreignKeyChecks) {
    /** Nothing to say. */
    public static final SummaryNotes NONE =
            new SummaryNotes(List.of(), List.of(), Optional.empty(), List.of(), Map.of());

    public SummaryNotes {
        notImported = List.copyOf(notImported);
        notices = List.copyOf(notices);
        fields = List.copyOf(fields);
        foreignKeyChecks = Collections.unmodifiableMap(new TreeMap<>(foreignKeyChecks));
    }
}
