package org.millrace.advisor.sizing;

import java.util.ArrayList;
import java.util.List;

/** The lines of a calculation, each with its formula and the numbers in it. Not thread-safe. */
public final class Worksheet {

    /**
     * One line.
     *
     * @param result name of the result, as used by later lines
     * @param formula with names
     * @param numbers the same with numbers
     * @param source of the constants, a link
     */
    public record Line(String result, double value, String unit, String formula, String numbers, String source) {}

    private final List<Line> lines = new ArrayList<>();

    /** @param numbers with one {@code {}} for each argument */
    public double line(
            String result,
            double value,
            String unit,
            String formula,
            String source,
            String numbers,
            double... arguments) {
        StringBuilder text = new StringBuilder(numbers);
        for (double argument : arguments) {
            int at = text.indexOf("{}");
            text.replace(at, at + 2, Figure.plain(argument));
        }
        lines.add(new Line(result, value, unit, formula, text.toString(), source));
        return value;
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }
}
