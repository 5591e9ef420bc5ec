package org.millrace.bulk.job;

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
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})-([0-9]{1,9})");

    /** Before the first outcome. */
    public static final OutcomeCursor START = new OutcomeCursor(0, 0, 0);

    /** What {@link #text()} made; empty for any other text. */
    public static Optional<OutcomeCursor> of(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new OutcomeCursor(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }

    /** The cursor as a client gets it. */
    public String text() {
        return part + "-" + seq + "-" + index;
    }
}
