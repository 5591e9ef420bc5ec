package org.millrace.bulk.chunk;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.millrace.bulk.record.Violation;

/** Counts outcomes as they come. For one thread. */
public final class Counts implements Tally {
    private long read;
    private long created;
    private long updated;
    private long deleted;
    private long unchanged;
    private long rejected;
    private long failed;
    private long unprocessed;
    private long warnings;
    private final Map<String, Long> problemsByCode = new TreeMap<>();
    private final Map<String, Long> warningsByCode = new TreeMap<>();

    /** Counts one more outcome; a deferred record has none yet. */
    public void add(Outcome outcome) {
        if (outcome instanceof Outcome.Deferred) {
            return;
        }
        read++;
        warnings += outcome.warnings().size();
        count(outcome.warnings(), warningsByCode);
        if (outcome instanceof Outcome.Created) {
            created++;
        } else if (outcome instanceof Outcome.Updated) {
            updated++;
        } else if (outcome instanceof Outcome.Deleted) {
            deleted++;
        } else if (outcome instanceof Outcome.Unchanged) {
            unchanged++;
        } else if (outcome instanceof Outcome.Rejected refused) {
            rejected++;
            count(refused.problems(), problemsByCode);
        } else if (outcome instanceof Outcome.Failed failure) {
            failed++;
            count(failure.problems(), problemsByCode);
        } else {
            unprocessed++;
        }
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
    public long read() {
        return read;
    }

    @Override
    public long created() {
        return created;
    }

    @Override
    public long updated() {
        return updated;
    }

    @Override
    public long deleted() {
        return deleted;
    }

    @Override
    public long unchanged() {
        return unchanged;
    }

    @Override
    public long rejected() {
        return rejected;
    }

    @Override
    public long failed() {
        return failed;
    }

    @Override
    public long unprocessed() {
        return unprocessed;
    }

    @Override
    public long warnings() {
        return warnings;
    }
}
