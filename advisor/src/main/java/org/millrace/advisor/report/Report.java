package org.millrace.advisor.report;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.model.Trend;

/**
 * A diagnosis and the node it was made on. Immutable.
 *
 * @param stalledSince time of the last sample if sampling has stopped, else null
 * @param trends of the evidence of the first finding, the most relevant first; empty without a trend
 * @param applied changes that follow a proposal, with the measurements before and after each, the latest first
 * @param context versions, size and settings of the server
 */
public record Report(
        String node,
        Diagnosis diagnosis,
        @Nullable Instant stalledSince,
        List<Trend> trends,
        List<Effect> applied,
        ServerContext context) {

    public Report {
        trends = List.copyOf(trends);
        applied = List.copyOf(applied);
    }

    /** A report without applied changes. */
    public Report(String node, Diagnosis diagnosis, @Nullable Instant stalledSince, List<Trend> trends) {
        this(node, diagnosis, stalledSince, trends, List.of(), ServerContext.NONE);
    }

    /**
     * A report without evidence.
     *
     * @param stalledSince when sampling was last known to work; null if it does
     */
    public Report(String node, Diagnosis diagnosis, @Nullable Instant stalledSince) {
        this(node, diagnosis, stalledSince, List.of());
    }
}
