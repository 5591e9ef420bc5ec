package org.millrace.bulk.throttle;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.server.DaemonThreads;

/**
 * Reports back-pressure signals and the number of writing nodes to the limiter, once a second while chunks are written.
 */
final class ThrottleLoop implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ThrottleLoop.class);
    private static final long PERIOD_MILLIS = 1000;
    private static final int IDLE_LOOKS = 3;

    private final AdaptiveConcurrencyLimiter limiter;
    private final List<PressureSignal> pressures;
    private final NodeCount nodes;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("millrace-pace"));
    private boolean busy;
    private int idleLooks;

    /** Prepares to look; nothing runs before {@link #start()}. */
    ThrottleLoop(AdaptiveConcurrencyLimiter limiter, List<PressureSignal> pressures, NodeCount nodes) {
        this.limiter = limiter;
        this.pressures = pressures;
        this.nodes = nodes;
    }

    void start() {
        var unused =
                thread.scheduleWithFixedDelay(this::lookSafely, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** A look that fails is not the last one. */
    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.debug("Back-pressure signals could not be read", RedactedException.of(e));
        }
    }

    void look() {
        if (!limiter.isBusy()) {
            idle();
            return;
        }
        idleLooks = 0;
        if (!busy) {
            pressures.forEach(PressureSignal::begin);
            busy = true;
        }
        Optional<String> suffering = Optional.empty();
        for (PressureSignal pressure : pressures) {
            // Each one has to look, to know what lasts.
            Optional<String> found = pressure.look();
            suffering = suffering.isPresent() ? suffering : found;
        }
        limiter.observe(suffering);
        share(nodes.writing(limiter.found()));
    }

    /** Between two chunks there may be nothing to do for a moment. */
    private void idle() {
        idleLooks++;
        if (busy && idleLooks >= IDLE_LOOKS) {
            busy = false;
            nodes.leave();
            share(1);
        }
    }

    private synchronized void share(int writing) {
        if (!thread.isShutdown()) {
            limiter.share(writing);
        }
    }

    /** Looks no more; chunks that wait for their turn get it, and other nodes need not wait until this one is silent. */
    @Override
    public void close() {
        end();
        try {
            if (!thread.awaitTermination(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.debug(
                        "The throttle thread is still stopping; other nodes detect the missing heartbeat of this node");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void end() {
        if (!thread.isShutdown()) {
            thread.execute(nodes::leave);
            thread.shutdown();
            limiter.share(1);
        }
    }
}
