package org.millrace.advisor.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An incident without its report. Immutable.
 *
 * @param severity {@code critical} or {@code warning}
 * @param until null while it goes on
 */
public record IncidentEntry(
        String id,
        String rule,
        @Nullable String title,
        @Nullable String severity,
        String node,
        Instant since,
        @Nullable Instant until) {}
