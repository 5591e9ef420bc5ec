package org.millrace.bulk.job.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the outcomes of a job: before the record with this number in its chunk.
 *
 * @param seq the chunk's place in its part, from 0
 * @param index the record's place in its chunk, from 0
 */
public record OutcomeCursor(int part, int seq, int index) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,10})-([0-9]{1,10})-([0-9]{1,10})");

    /** Before the first outcome. */
    public static final OutcomeCursor START = new OutcomeCursor(0, 0, 0);

    /** What {@link #text()} made; empty for any other text. */
    public static Optional<OutcomeCursor> of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long[] numbers = new long[matcher.groupCount()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(matcher.group(i + 1));
            if (numbers[i] > Integer.MAX_VALUE) {
                return Optional.empty();
            }
        }
        return Optional.of(new OutcomeCursor((int) numbers[0], (int) numbers[1], (int) numbers[2]));
    }

    /** The cursor as a client gets it. */
    public String text() {
        return part + "-" + seq + "-" + index;
    }
}
