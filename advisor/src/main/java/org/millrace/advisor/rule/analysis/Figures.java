package org.millrace.advisor.rule.analysis;

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

    /** In the largest unit of which there is at least one: {@code 1.5 GB}. */
    public static String bytes(double bytes) {
        String[] units = {"bytes", "kB", "MB", "GB", "TB"};
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return number(value) + " " + units[unit];
    }

    /** {@code 90 seconds}, {@code 12 minutes}, {@code 5 hours}. */
    public static String time(double seconds) {
        if (seconds < 120) {
            return count(seconds, "second");
        }
        return seconds < 7200 ? count(Math.floor(seconds / 60), "minute") : count(Math.floor(seconds / 3600), "hour");
    }

    public static String percent(double share) {
        return number(share * 100) + " %";
    }
}
