package org.millrace.bulk.chunk;

/** Counts outcomes as they come. For one thread. */
public final class Counts implements Tally {
    private long read;
    private long created;
    private long updated;
    private long unchanged;
    private long rejected;
    private long failed;
    private long unprocessed;
    private long warnings;

    /** Counts one more outcome; a record that was put off has none yet. */
    public void add(Outcome outcome) {
        if (outcome instanceof Outcome.PutOff) {
            return;
        }
        read++;
        warnings += outcome.warnings().size();
        if (outcome instanceof Outcome.Created) {
            created++;
        } else if (outcome instanceof Outcome.Updated) {
            updated++;
        } else if (outcome instanceof Outcome.Unchanged) {
            unchanged++;
        } else if (outcome instanceof Outcome.Rejected) {
            rejected++;
        } else if (outcome instanceof Outcome.Failed) {
            failed++;
        } else {
            unprocessed++;
        }
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
