package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.millrace.advisor.model.Signal;

/**
 * A signal that is the sum of one statistic over the meters of a name.
 *
 * <p>The meters are looked up by {@link #find} and kept: a look-up walks all of the registry's hundreds. One thread at
 * a time.
 */
public final class MeterSum {

    private final Signal signal;
    private final String meter;
    private final Statistic statistic;
    private final Predicate<Meter.Id> chosen;
    private List<Meter> meters = List.of();

    public MeterSum(Signal signal, String meter, Statistic statistic, Predicate<Meter.Id> chosen) {
        this.signal = signal;
        this.meter = meter;
        this.statistic = statistic;
        this.chosen = chosen;
    }

    public Signal signal() {
        return signal;
    }

    public void find(MeterRegistry registry) {
        meters = registry.find(meter).meters().stream()
                .filter(candidate -> chosen.test(candidate.getId()))
                .toList();
    }

    /** Empty if there are no such meters, or none of them knows its value. */
    public OptionalDouble value() {
        boolean known = false;
        double sum = 0;
        for (Meter each : meters) {
            double value = valueOf(each);
            if (Double.isFinite(value)) {
                known = true;
                sum += value;
            }
        }
        return known ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    private double valueOf(Meter each) {
        if (each instanceof Timer timer) {
            return statistic == Statistic.COUNT ? timer.count() : timer.totalTime(TimeUnit.SECONDS);
        }
        return StreamSupport.stream(each.measure().spliterator(), false)
                .filter(measurement -> measurement.getStatistic() == statistic)
                .mapToDouble(Measurement::getValue)
                .findFirst()
                .orElse(Double.NaN);
    }
}
