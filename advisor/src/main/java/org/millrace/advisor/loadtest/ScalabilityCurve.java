package org.millrace.advisor.loadtest;

import java.util.Map;
import java.util.Optional;

/**
 * How the throughput grows with concurrency, and from where on it falls, by the Universal Scalability Law.
 *
 * @param contention share of the work that only one can do at a time
 * @param coherence what each costs each other
 * @param best the concurrency of the greatest throughput; infinite if it never falls
 * @see <a href="http://www.perfdynamics.com/Manifesto/USLscalability.html">USL</a>
 */
public record ScalabilityCurve(double contention, double coherence, double best) {

    /** @param throughput by concurrency; empty with fewer than four points, through which any curve goes */
    public static Optional<ScalabilityCurve> fit(Map<Double, Double> throughput) {
        if (throughput.size() < 4) {
            return Optional.empty();
        }
        double[][] equations = new double[3][4];
        throughput.forEach((users, rate) -> add(equations, users, users / rate));
        double[] found = solve(equations);
        double linear = found[0];
        double contention = found[1] / linear;
        double coherence = found[2] / linear;
        return Optional.of(new ScalabilityCurve(
                contention,
                coherence,
                coherence > 0 ? Math.sqrt(Math.max(0, 1 - contention) / coherence) : Double.POSITIVE_INFINITY));
    }

    /** Time per request is linear in the unknowns; each point is weighted by its relative error. */
    private static void add(double[][] equations, double users, double time) {
        double[] row = {1 / time, (users - 1) / time, users * (users - 1) / time, 1};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                equations[i][j] += row[i] * row[j];
            }
        }
    }

    private static double[] solve(double[][] equations) {
        for (int i = 0; i < 3; i++) {
            for (int other = 0; other < 3; other++) {
                double factor = equations[other][i] / equations[i][i];
                for (int j = 0; other != i && j < 4; j++) {
                    equations[other][j] -= factor * equations[i][j];
                }
            }
        }
        return new double[] {
            equations[0][3] / equations[0][0], equations[1][3] / equations[1][1], equations[2][3] / equations[2][2]
        };
    }
}
