package org.millrace.advisor.sizing;

import java.math.BigDecimal;

/** Numbers that come from outside and go into formulas. */
public final class Figure {

    private static final double THOUSANDTHS = 1000;

    private Figure() {}

    /** @throws IllegalArgumentException naming the value and its range if it is out of it or not a number */
    public static double require(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    name + " " + plain(value) + " is not between " + exact(least) + " and " + exact(most));
        }
        return value;
    }

    /** With all its decimals: a bound of a millionth is not 0. */
    private static String exact(double bound) {
        return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }

    /** With three decimals at most and none to spare: 3, 7.5, 1.435. */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        double rounded = Math.round(value * THOUSANDTHS) / THOUSANDTHS;
        return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }
}
