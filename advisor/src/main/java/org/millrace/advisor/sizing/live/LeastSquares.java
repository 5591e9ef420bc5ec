package org.millrace.advisor.sizing.live;

import java.util.Arrays;
import java.util.List;

/**
 * Fits non-negative coefficients by coordinate descent.
 *
 * @see <a href="https://en.wikipedia.org/wiki/Non-negative_least_squares">Non-negative least squares</a>
 */
final class LeastSquares {

    private static final int PASSES = 2000;

    private LeastSquares() {}

    /** A column of zeros gets zero. */
    static double[] nonNegative(List<double[]> rows, double[] values) {
        double[] coefficients = new double[rows.get(0).length];
        for (int pass = 0; pass < PASSES; pass++) {
            for (int column = 0; column < coefficients.length; column++) {
                coefficients[column] = Math.max(0, best(rows, values, coefficients, column));
            }
        }
        return coefficients;
    }

    /** The share of the values' variation that the coefficients explain. */
    static double fit(List<double[]> rows, double[] values, double[] coefficients) {
        double mean = Arrays.stream(values).average().orElse(0);
        double all = 0;
        double left = 0;
        for (int i = 0; i < values.length; i++) {
            all += (values[i] - mean) * (values[i] - mean);
            double difference = values[i] - sum(rows.get(i), coefficients);
            left += difference * difference;
        }
        return all == 0 ? 0 : Math.max(0, 1 - left / all);
    }

    private static double best(List<double[]> rows, double[] values, double[] coefficients, int column) {
        double above = 0;
        double below = 0;
        for (int i = 0; i < values.length; i++) {
            double[] row = rows.get(i);
            double without = sum(row, coefficients) - row[column] * coefficients[column];
            above += row[column] * (values[i] - without);
            below += row[column] * row[column];
        }
        return below == 0 ? 0 : above / below;
    }

    private static double sum(double[] row, double[] coefficients) {
        double sum = 0;
        for (int i = 0; i < row.length; i++) {
            sum += row[i] * coefficients[i];
        }
        return sum;
    }
}
