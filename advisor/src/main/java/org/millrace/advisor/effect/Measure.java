package org.millrace.advisor.effect;

/**
 * Count, sum and sum of squares of measurements, from which means can be compared. Immutable.
 *
 * @param count of them
 * @param squares the sum of their squares
 */
public record Measure(long count, double sum, double squares) {

    public static final Measure NONE = new Measure(0, 0, 0);

    /** Below, a difference can be chance whatever it is. */
    static final int LEAST = 6;

    /** Differences smaller than this share are of no use even if they are real. */
    static final double NOTICEABLE = 0.05;

    /**
     * Standard errors. Chance reaches it once in a hundred times with {@link #LEAST} measurements on each side, and less often with
     * more; measurements that follow each other are more alike than this takes into account.
     */
    static final double ERRORS = 4;

    public Measure with(double value) {
        return new Measure(count + 1, sum + value, squares + value * value);
    }

    /** Both together. */
    public Measure and(Measure other) {
        return new Measure(count + other.count, sum + other.sum, squares + other.squares);
    }

    /** 0 if there is none. */
    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    private double variance() {
        return count < 2 ? 0 : Math.max(0, (squares - sum * sum / count) / (count - 1));
    }

    /** Cohen's d: the difference of the means in standard deviations; 0 without a deviation. */
    public double effectSize(Measure before) {
        double deviation = Math.sqrt((variance() + before.variance()) / 2);
        return deviation == 0 ? 0 : (mean() - before.mean()) / deviation;
    }

    /** Whether the means differ by more than chance explains, and noticeably (Welch's test). */
    public boolean differsFrom(Measure before) {
        double difference = Math.abs(mean() - before.mean());
        if (count < LEAST || before.count < LEAST || difference < NOTICEABLE * Math.abs(before.mean())) {
            return false;
        }
        double error = Math.sqrt(variance() / count + before.variance() / before.count);
        return difference > ERRORS * error;
    }
}
