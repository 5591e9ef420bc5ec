package org.millrace.server.advisor.sampler;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** Remembers how long the server took until it could serve. */
public final class ReadinessSampler implements Sampler {

    private static final double MILLISECONDS = 1e3;

    private volatile double readyAfter = Double.NaN;

    /** The server can serve from now on. May be called by any thread; a reload is no other start. */
    public void ready() {
        if (Double.isNaN(readyAfter)) {
            readyAfter = ManagementFactory.getRuntimeMXBean().getUptime() / MILLISECONDS;
        }
    }

    @Override
    public String name() {
        return "readiness";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void sample(Readings readings) {
        readings.put(JvmSignals.TIME_TO_READY, readyAfter);
    }
}
