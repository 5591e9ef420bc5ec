package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** Reads selected meters. Meters are registered on first use, so they are looked up again periodically. */
public final class MeterSampler implements Sampler {

    /** A look-up takes some 100 µs; a new endpoint or cache may go unseen for this many passes. */
    private static final int PASSES_BETWEEN_LOOK_UPS = 15;

    private final MeterRegistry registry;
    private final List<MeterSum> meters;
    private int passes;

    public MeterSampler(MeterRegistry registry, List<MeterSum> meters) {
        this.registry = registry;
        this.meters = List.copyOf(meters);
    }

    @Override
    public String name() {
        return "meters";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void sample(Readings readings) {
        if (passes++ % PASSES_BETWEEN_LOOK_UPS == 0) {
            meters.forEach(meter -> meter.find(registry));
        }
        meters.forEach(meter -> meter.value().ifPresent(value -> readings.put(meter.signal(), value)));
    }
}
