package org.millrace.testsuite.server.process;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What has been started and is to be ended, the latest first: by {@link #close()}, or by the end of the JVM if that comes
 * first. Nothing starts once the ending has begun, so nothing is left over when a JVM is stopped in the middle of a start.
 * Safe for use by several threads.
 */
public final class Started implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Started.class.getName());

    private final Deque<Runnable> ends = new ArrayDeque<>();
    private final Thread atExit = new Thread(this::endAll, "end of what was started");
    private boolean ended;

    /** @throws IllegalStateException if the JVM is ending */
    public Started() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts something that does not take long; the ending waits for it.
     *
     * @param end is called once
     * @throws IllegalStateException if the ending has begun
     */
    public synchronized <T> T add(Supplier<T> start, Consumer<? super T> end) {
        if (ended) {
            throw new IllegalStateException("nothing starts any more: the ending has begun");
        }
        T started = start.get();
        ends.push(() -> end.accept(started));
        return started;
    }

    /**
     * Ends everything that has not been ended.
     *
     * @throws IllegalStateException if something could not be ended; the rest has been
     */
    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException jvmIsEnding) {
            LOG.log(Level.DEBUG, "the hook is running already", jvmIsEnding);
        }
    }

    private synchronized void endAll() {
        ended = true;
        List<RuntimeException> failures = new ArrayList<>();
        while (!ends.isEmpty()) {
            try {
                ends.pop().run();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            IllegalStateException failure = new IllegalStateException("not everything could be ended", failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }
}
