package org.millrace.bulk.chunk;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.millrace.bulk.record.FieldUse;
import org.millrace.bulk.record.Violation;

/**
 * What a summary says in addition to the counts. Immutable.
 *
 * @param notImported sections of an export file that are not imported
 * @param notices what is to be said once about the body
 * @param fields fields of another system's export, and where each goes; empty for records of Keycloak
 * @param foreignKeyChecks transactions by the way in which they checked foreign keys; empty unless the operator lets that be once for each
 *     chunk
 * @param modelReason why records do not go through COPY because of the schema; empty if they do or never would
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
