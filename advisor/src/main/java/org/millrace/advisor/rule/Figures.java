package org.millrace.advisor.rule;

import java.util.Locale;

/** Numbers as sentences need them. */
public final class Figures {

    private Figures() {}

    /** Without decimals from ten on, with one below: 37, 2.5. */
    public static String number(double value) {
        return value == Math.rint(value) || Math.abs(value) >= 10
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }

    /** {@code "1 request"}, {@code "37 requests"}; the unit is given in the singular. */
    public static String count(double value, String unit) {
        String number = number(value);
        return number.equals("1") ? "1 " + unit : number + " " + unit + "s";
    }

    public static String percent(double share) {
        return number(share * 100) + " %";
    }
}
