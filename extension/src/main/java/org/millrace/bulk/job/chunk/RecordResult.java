package org.millrace.bulk.job.chunk;

import java.util.List;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Position;

/** Result of one record of a claimed chunk. */
public sealed interface RecordResult {
    /** The record has its outcome. */
    record Decided(Outcome outcome) implements RecordResult {}

    /**
     * A record of a work queue failed for a reason that may pass, and is given back to its queue. Clients never see it: they receive the
     * outcome of the later attempt.
     *
     * @param reason a violation's code
     */
    record Deferred(Position position, String reason) implements RecordResult {}

    /** The results of records that all have their outcome. */
    static List<RecordResult> decided(List<Outcome> outcomes) {
        return outcomes.stream().<RecordResult>map(Decided::new).toList();
    }

    /** The outcomes among some results, in order. */
    static List<Outcome> outcomes(List<RecordResult> results) {
        return results.stream()
                .filter(Decided.class::isInstance)
                .map(result -> ((Decided) result).outcome())
                .toList();
    }
}
