package org.millrace.bulk.pace;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.AdaptiveChunkGate;
import org.millrace.bulk.chunk.Redacted;

/** Looks once a second what suffers while chunks are written, and tells the gate. While there are none, it does nothing. */
final class Pacemaker implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Pacemaker.class);
    private static final long PERIOD_MILLIS = 1000;

    private final AdaptiveChunkGate gate;
    private final List<Pressure> pressures;
    private final @Nullable ScheduledExecutorService thread;
    private boolean busy;

    private Pacemaker(AdaptiveChunkGate gate, List<Pressure> pressures, @Nullable ScheduledExecutorService thread) {
        this.gate = gate;
        this.pressures = pressures;
        this.thread = thread;
    }

    /** One whose looks somebody else times. */
    static Pacemaker unstarted(AdaptiveChunkGate gate, List<Pressure> pressures) {
        return new Pacemaker(gate, pressures, null);
    }

    static Pacemaker started(AdaptiveChunkGate gate, List<Pressure> pressures) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread one = new Thread(task, "millrace-pace");
            one.setContextClassLoader(Pacemaker.class.getClassLoader());
            one.setDaemon(true);
            return one;
        });
        Pacemaker pacemaker = new Pacemaker(gate, pressures, thread);
        ScheduledFuture<?> looks = thread.scheduleWithFixedDelay(
                pacemaker::lookSafely, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        LOG.tracef("Looks are timed: %s", looks);
        return pacemaker;
    }

    /** A look that fails is not the last one. */
    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.debug("Nobody can tell what suffers", Redacted.of(e));
        }
    }

    void look() {
        if (!gate.isBusy()) {
            busy = false;
            return;
        }
        if (!busy) {
            pressures.forEach(Pressure::begin);
            busy = true;
        }
        Optional<String> suffering = Optional.empty();
        for (Pressure pressure : pressures) {
            // Each one has to look, to know what lasts.
            Optional<String> found = pressure.look();
            suffering = suffering.isPresent() ? suffering : found;
        }
        gate.observe(suffering);
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.shutdownNow();
        }
    }
}
