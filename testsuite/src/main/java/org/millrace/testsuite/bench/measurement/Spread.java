package org.millrace.testsuite.bench.measurement;

import java.util.stream.DoubleStream;

/** Where some values lie. With an even number of them, the median is the mean of the two in the middle. */
public record Spread(double median, double min, double max) {
    /** @throws IllegalArgumentException if there is no value */
    public static Spread of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no values, no median");
        }
        int half = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
