package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.millrace.advisor.model.Signal;

/**
 * A signal that is made of one figure of the meters of a name: their sum, or the greatest of them.
 *
 * <p>The meters are looked up by {@link #find} and kept: a look-up walks all of the registry's hundreds. One thread at
 * a time.
 */
public final class MeterSum {

    private final Signal signal;
    private final String meter;
    private final ToDoubleFunction<Meter> figure;
    private final DoubleBinaryOperator merge;
    private final Predicate<Meter.Id> chosen;
    private List<Meter> meters = List.of();

    public MeterSum(Signal signal, String meter, Statistic statistic, Predicate<Meter.Id> chosen) {
        this(signal, meter, each -> MeterFigures.of(each, statistic), Double::sum, chosen);
    }

    /** @param figure not a number if a meter does not know it */
    MeterSum(
            Signal signal,
            String meter,
            ToDoubleFunction<Meter> figure,
            DoubleBinaryOperator merge,
            Predicate<Meter.Id> chosen) {
        this.signal = signal;
        this.meter = meter;
        this.figure = figure;
        this.merge = merge;
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
        return meters.stream().mapToDouble(figure).filter(Double::isFinite).reduce(merge);
    }
}
