package org.millrace.bulk.job;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a job stands. */
public enum JobState {
    /** Takes parts. */
    OPEN,
    /** Nodes work on it. */
    RUNNING,
    /** No chunk is written until it is resumed. */
    PAUSED,
    /** Every record was applied or found to be as it should be. */
    COMPLETED,
    /** It is at its end, and some records were rejected, failed or left over. */
    COMPLETED_WITH_ERRORS,
    /** Ended on request. */
    CANCELLED,
    /** It could not go on; the job says why. */
    FAILED;

    /** The word of the contract, which is also the stored value. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The state with this word; empty if there is none. */
    public static Optional<JobState> of(String word) {
        return Arrays.stream(values())
                .filter(state -> state.word().equals(word))
                .findFirst();
    }

    /** Whether nothing will happen to the job any more. */
    public boolean isFinished() {
        return ordinal() >= COMPLETED.ordinal();
    }
}
