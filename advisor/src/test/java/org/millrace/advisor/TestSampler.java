package org.millrace.advisor;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** A sampler of one signal that fails, blocks or notes its thread. */
final class TestSampler implements Sampler {
    static final Signal LEVEL = Signal.gauge("level", "things");

    private final Duration interval;
    final CountDownLatch sampled = new CountDownLatch(1);
    double value = 1;
    boolean broken;
    boolean blocking;
    volatile int passes;
    volatile boolean closed;
    volatile String thread = "";

    TestSampler(Duration interval) {
        this.interval = interval;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public Duration interval() {
        return interval;
    }

    @Override
    public boolean mayBlock() {
        return blocking;
    }

    @Override
    public void sample(Readings readings) throws IOException {
        thread = Thread.currentThread().getName();
        passes = passes + 1;
        sampled.countDown();
        if (broken) {
            throw new IOException("out of reach");
        }
        readings.put(LEVEL, value);
    }

    @Override
    public void close() {
        closed = true;
    }
}
