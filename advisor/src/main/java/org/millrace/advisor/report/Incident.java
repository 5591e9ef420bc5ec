package org.millrace.advisor.report;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.RankedFinding;

/**
 * A period during which one finding of at least a warning was the principal finding. Immutable.
 *
 * @param id unique among all nodes, fit for a URL
 * @param until null while it lasts
 * @param report the report of the first minute
 */
public record Incident(
        String id, String rule, Instant since, @Nullable Instant until, Report report) {

    Incident with(Report later) {
        return new Incident(id, rule, since, null, later);
    }

    /** Without the report. */
    public IncidentEntry entry() {
        Optional<RankedFinding> principal = report.diagnosis().principalFinding();
        return new IncidentEntry(
                id,
                rule,
                principal.map(ranked -> ranked.rule().title()).orElse(null),
                principal
                        .map(ranked -> ranked.finding().severity().name().toLowerCase(Locale.ROOT))
                        .orElse(null),
                report.node(),
                since,
                until);
    }

    Incident until(@Nullable Instant end) {
        return new Incident(id, rule, since, end, report);
    }
}
