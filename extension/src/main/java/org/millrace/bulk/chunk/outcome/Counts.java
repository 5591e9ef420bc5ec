package org.millrace.bulk.chunk.outcome;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.millrace.bulk.record.field.Violation;

/** Counts outcomes as they come. For one thread. */
public final class Counts implements Tally {
    private final long[] byStatus = new long[OutcomeStatus.values().length];
    private long read;
    private long warnings;
    private final Map<String, Long> problemsByCode = new TreeMap<>();
    private final Map<String, Long> warningsByCode = new TreeMap<>();

    /** Counts one more outcome. */
    public void add(Outcome outcome) {
        read++;
        byStatus[outcome.status().ordinal()]++;
        warnings += outcome.warnings().size();
        count(outcome.problems(), problemsByCode);
        count(outcome.warnings(), warningsByCode);
    }

    private static void count(List<Violation> violations, Map<String, Long> byCode) {
        violations.forEach(violation -> byCode.merge(violation.code(), 1L, Long::sum));
    }

    /** How often each code occurs among the problems of rejected and failed records. */
    public Map<String, Long> problemsByCode() {
        return Collections.unmodifiableMap(problemsByCode);
    }

    /** How often each code occurs among the warnings. */
    public Map<String, Long> warningsByCode() {
        return Collections.unmodifiableMap(warningsByCode);
    }

    @Override
    public long of(OutcomeStatus status) {
        return byStatus[status.ordinal()];
    }

    @Override
    public long read() {
        return read;
    }

    @Override
    public long warnings() {
        return warnings;
    }
}
