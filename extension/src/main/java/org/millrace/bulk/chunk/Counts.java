package org.millrace.bulk.chunk;

/** How many records ended how. For one thread. */
public final class Counts {
    private long read;
    private long created;
    private long updated;
    private long unchanged;
    private long rejected;
    private long failed;
    private long unprocessed;
    private long warnings;

    /** Counts one more outcome. */
    public void add(Outcome outcome) {
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

    /** Records of the body, whatever became of them. */
    public long read() {
        return read;
    }

    /** Records that made a new entity. */
    public long created() {
        return created;
    }

    /** Records that changed an entity. */
    public long updated() {
        return updated;
    }

    /** Records whose entity was left as it was. */
    public long unchanged() {
        return unchanged;
    }

    /** Records that are at fault. */
    public long rejected() {
        return rejected;
    }

    /** Records that we or the database failed. */
    public long failed() {
        return failed;
    }

    /** Records whose turn never came. */
    public long unprocessed() {
        return unprocessed;
    }

    /** Warnings, of which one record may have several. */
    public long warnings() {
        return warnings;
    }

    /** Rejected and failed records together. */
    public long problems() {
        return rejected + failed;
    }
}
