package org.millrace.advisor.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A period during which one finding of at least a warning was the principal finding. Immutable.
 *
 * @param id unique on a node, fit for a URL
 * @param until null while it lasts
 * @param report the report of the first minute
 */
public record Incident(
        String id, String rule, Instant since, @Nullable Instant until, Report report) {

    Incident with(Report later) {
        return new Incident(id, rule, since, null, later);
    }

    Incident until(@Nullable Instant end) {
        return new Incident(id, rule, since, end, report);
    }
}
