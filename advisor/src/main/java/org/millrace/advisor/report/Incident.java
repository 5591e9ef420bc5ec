package org.millrace.advisor.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time during which one finding at warning or above was the principal one. Immutable.
 *
 * @param id unique on a node, fit for a URL
 * @param until null while it goes on
 * @param report as it was made in the first minute
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
