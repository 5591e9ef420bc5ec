package org.millrace.advisor.model;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Durations as people write and read them. */
public final class Spans {

    private Spans() {}

    /**
     * Reads {@code 30s}, {@code 5m}, {@code 1h} and the ISO form {@code PT5M}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static Duration parse(String text) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        try {
            return Duration.parse(upper.startsWith("P") ? upper : "PT" + upper);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a duration such as 30s, 5m or PT5M", e);
        }
    }

    public static String inWords(Duration duration) {
        return duration.toSecondsPart() == 0 && duration.toMinutes() > 0
                ? count(duration.toMinutes(), "minute")
                : count(duration.toSeconds(), "second");
    }

    private static String count(long number, String unit) {
        return number == 1 ? "1 " + unit : number + " " + unit + "s";
    }
}
