package org.millrace.advisor.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.millrace.advisor.rule.analysis.Figures;

/** A measured value with its unit, as a person writes it: {@code 10.7 %}, {@code 1 node}, {@code 1.5 GB}. */
public final class Quantity {

    private Quantity() {}

    /** @param unit of a signal or a threshold, in the plural */
    public static String of(double value, String unit) {
        return switch (unit) {
            case "ratio" -> number(100 * value) + " %";
            case "bytes" -> Figures.bytes(value);
            default -> number(value) + " " + (value == 1 ? singular(unit) : unit);
        };
    }

    /** Next to a quantity of the same unit, which needs no unit again where both are written in the same one. */
    public static String compared(double value, String unit) {
        return unit.equals("ratio") || unit.equals("bytes") ? of(value, unit) : number(value);
    }

    /** At most one decimal from ten on, two from one on, and three digits below. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        double size = Math.abs(value);
        String text = size < 1
                ? new BigDecimal(value).round(new MathContext(3)).toPlainString()
                : String.format(Locale.ROOT, size < 10 ? "%.2f" : "%.1f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    /** {@code requests per second} to {@code request per second}. */
    private static String singular(String unit) {
        int end = unit.indexOf(" per ");
        String noun = end < 0 ? unit : unit.substring(0, end);
        String rest = end < 0 ? "" : unit.substring(end);
        if (noun.endsWith("ies") && !noun.endsWith("series")) {
            return noun.substring(0, noun.length() - 3) + "y" + rest;
        }
        if (noun.endsWith("sses") || noun.endsWith("ches")) {
            return noun.substring(0, noun.length() - 2) + rest;
        }
        return (noun.endsWith("s") && !noun.endsWith("series") ? noun.substring(0, noun.length() - 1) : noun) + rest;
    }
}
