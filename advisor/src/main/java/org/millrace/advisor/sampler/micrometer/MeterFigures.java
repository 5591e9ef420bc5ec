package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/** Values of a meter; NaN if unknown. */
final class MeterFigures {

    private static final double NANOSECONDS = 1e9;

    /** Rounding of a bound that was configured in milliseconds. */
    private static final double GRACE = 1e-6;

    private MeterFigures() {}

    static double of(Meter meter, Statistic statistic) {
        if (meter instanceof Timer timer) {
            return statistic == Statistic.COUNT ? timer.count() : timer.totalTime(TimeUnit.SECONDS);
        }
        if (meter instanceof LongTaskTimer timer) {
            return statistic == Statistic.DURATION ? timer.duration(TimeUnit.SECONDS) : timer.activeTasks();
        }
        return StreamSupport.stream(meter.measure().spliterator(), false)
                .filter(measurement -> measurement.getStatistic() == statistic
                        || statistic == Statistic.VALUE && measurement.getStatistic() == Statistic.COUNT)
                .mapToDouble(Measurement::getValue)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Number of requests up to this duration, by the histogram bucket at or just below it. */
    static double countUpTo(double seconds, Meter meter) {
        double count = Double.NaN;
        if (meter instanceof Timer timer) {
            for (CountAtBucket bucket : timer.takeSnapshot().histogramCounts()) {
                double bound = bucket.bucket(TimeUnit.NANOSECONDS) / NANOSECONDS;
                if (bound <= seconds + GRACE && bound > seconds / 2) {
                    count = bucket.count();
                }
            }
        }
        return count;
    }
}
