package org.millrace.testsuite.bench;

/** System properties of a benchmark run. One that is absent or blank has its default. */
public final class RunProperties {
    private RunProperties() {}

    /**
     * A whole number.
     *
     * @throws IllegalArgumentException if the value is none
     */
    public static int number(String name, int fallback) {
        String value = text(name, Integer.toString(fallback));
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + value + "': it must be a whole number", e);
        }
    }

    /** A text without spaces around it. */
    public static String text(String name, String fallback) {
        String value = System.getProperty(name, "").trim();
        return value.isEmpty() ? fallback : value;
    }

    /** @throws IllegalArgumentException if the value is less */
    public static void requireAtLeast(int least, String name, long value) {
        if (value < least) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be at least " + least);
        }
    }
}
