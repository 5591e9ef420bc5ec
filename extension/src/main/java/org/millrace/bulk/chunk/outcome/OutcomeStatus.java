package org.millrace.bulk.chunk.outcome;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The statuses of outcomes, in the order of the summary. */
public enum OutcomeStatus {
    /** The record made a new entity. */
    CREATED,
    /** The record changed an entity. */
    UPDATED,
    /** The record deleted an entity. */
    DELETED,
    /** The record left its entity as it was. */
    UNCHANGED,
    /** The record is at fault. */
    REJECTED,
    /** The server or the database is at fault. */
    FAILED,
    /** The import ended before the record was processed. */
    UNPROCESSED;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The contract's word. */
    public String word() {
        return word;
    }

    /** The words of all statuses, separated by commas. */
    public static String words() {
        return Arrays.stream(values()).map(OutcomeStatus::word).collect(Collectors.joining(", "));
    }

    /** The status with this word; empty if there is none. */
    public static Optional<OutcomeStatus> of(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word.equals(word))
                .findFirst();
    }
}
