package org.millrace.advisor.sizing.live;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.sizing.Figure;
import org.millrace.advisor.sizing.GuideProfile;

/**
 * Cost of each operation on this server, estimated by linear regression of the processor time on the request rates.
 *
 * @param loginSeconds seconds of processor time, like the others
 * @param fit share of the variance that is explained, 0 to 1
 */
public record Calibration(double loginSeconds, double grantSeconds, double refreshSeconds, double fit, int samples) {

    /** Below, the rates do not explain the processor time, and the result is no better than the guide's. */
    public static final double GOOD_FIT = 0.8;

    /** A rate that hardly varies cannot be separated from the constant load. */
    private static final double VARIATION = 3;

    /** Six for each of the four numbers that are looked for; five minutes of samples of ten seconds are never quite thirty. */
    private static final int LEAST_SAMPLES = 25;

    /** A time interval: used processors, and the rates of operations. */
    public record Sample(double cores, double logins, double grants, double refreshes) {

        private double[] rates() {
            return new double[] {logins, grants, refreshes};
        }
    }

    /** Empty if the samples are few, all alike, or cannot be explained by their rates. */
    public static Optional<Calibration> of(List<Sample> samples) {
        boolean[] varies = new boolean[3];
        for (int rate = 0; rate < 3; rate++) {
            int each = rate;
            double least = samples.stream()
                    .mapToDouble(sample -> sample.rates()[each])
                    .min()
                    .orElse(0);
            double most = samples.stream()
                    .mapToDouble(sample -> sample.rates()[each])
                    .max()
                    .orElse(0);
            varies[rate] = most > 0 && most >= VARIATION * least;
        }
        if (samples.size() < LEAST_SAMPLES || !(varies[0] || varies[1] || varies[2])) {
            return Optional.empty();
        }
        double[] costs = LeastSquares.nonNegative(
                samples.stream().map(sample -> masked(sample.rates(), varies)).toList(),
                samples.stream().mapToDouble(Sample::cores).toArray());
        double fit = LeastSquares.fit(
                samples.stream().map(sample -> masked(sample.rates(), varies)).toList(),
                samples.stream().mapToDouble(Sample::cores).toArray(),
                costs);
        return Optional.of(new Calibration(costs[0], costs[1], costs[2], fit, samples.size()));
    }

    public boolean isGood() {
        return fit >= GOOD_FIT;
    }

    /** The guide with measured values in place of its rates; values that were not measured stay the guide's. */
    public GuideProfile applyTo(GuideProfile guide) {
        return guide.with(
                "measured",
                perCore(loginSeconds, guide.loginsPerCore()),
                perCore(grantSeconds, guide.clientCredentialGrantsPerCore()),
                perCore(refreshSeconds, guide.refreshesPerCore()),
                "this server, " + samples + " samples, fit " + Figure.plain(fit));
    }

    private static double perCore(double seconds, double otherwise) {
        return seconds > 0 ? 1 / seconds : otherwise;
    }

    /** The last column is the constant load. */
    private static double[] masked(double[] rates, boolean[] chosen) {
        return new double[] {chosen[0] ? rates[0] : 0, chosen[1] ? rates[1] : 0, chosen[2] ? rates[2] : 0, 1};
    }
}
