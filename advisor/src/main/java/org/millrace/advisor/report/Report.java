package org.millrace.advisor.report;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.model.Trend;

/**
 * A diagnosis and the node it was made on. Immutable.
 *
 * @param stalledSince the last time for which there are samples if sampling has ceased, null while it goes on
 * @param trends of what the first finding rests on, the most telling first; empty if there is nothing to be seen
 */
public record Report(
        String node, Diagnosis diagnosis, @Nullable Instant stalledSince, List<Trend> trends) {

    public Report {
        trends = List.copyOf(trends);
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
