package org.millrace.bulk.chunk;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Lets as many chunks through at once as the database gains from. Begins with one, follows the time that chunks take, and gives
 * way when it is told that something else suffers. A chunk is written alone now and then, to know how fast that is.
 */
public final class AdaptiveChunkGate implements ChunkGate {
    /** How many chunks the present is made of. */
    private static final int RECENT = 4;

    private final int ceiling;
    private final LongSupplier nanoTime;
    private final LatencyLimit latency;
    private final SoloTimes solos = new SoloTimes();
    private final PressureCap pressure = new PressureCap();
    private final Deque<Object> waiting = new ArrayDeque<>();

    private int writing;
    private boolean solo;
    private double slowdown = 1;

    /**
     * A gate that nothing has passed yet.
     *
     * @param ceiling chunks at once at most, at least 1
     * @param nanoTime the running time, as {@link System#nanoTime()}
     */
    public AdaptiveChunkGate(int ceiling, LongSupplier nanoTime) {
        if (ceiling < 1) {
            throw new IllegalArgumentException("ceiling " + ceiling + " is below 1");
        }
        this.ceiling = ceiling;
        this.nanoTime = nanoTime;
        this.latency = new LatencyLimit(ceiling);
    }

    @Override
    public synchronized Permit enter(Object work, int records) throws InterruptedException {
        Object turn = new Object();
        waiting.add(turn);
        try {
            while (waiting.element() != turn || isFull()) {
                wait();
            }
        } finally {
            waiting.remove(turn);
            notifyAll();
        }
        writing++;
        // Whoever waits is not made to wait longer only to know one more import.
        solo = writing == 1 && (latency.wantsSolo() || waiting.isEmpty() && !solos.knows(work));
        return new Writing(work, records);
    }

    /** Whether one more chunk would have to wait. */
    synchronized boolean isFull() {
        return writing >= (solo || latency.wantsSolo() ? 1 : limit());
    }

    @Override
    public synchronized int limit() {
        return pressure.of(latency.limit());
    }

    @Override
    public int ceiling() {
        return ceiling;
    }

    @Override
    public synchronized String reason() {
        int wanted = latency.limit();
        return pressure.reason(wanted).orElseGet(() -> {
            if (wanted >= ceiling) {
                return "share of connections, threads and memory";
            }
            return latency.isJudged() ? "chunk latency" : "nothing was written yet";
        });
    }

    /** Whether chunks are written, or wait to be. */
    public synchronized boolean isBusy() {
        return writing > 0 || !waiting.isEmpty();
    }

    /**
     * Takes account of what is seen beside the chunks. To be called about once a second while the gate is busy.
     *
     * @param suffering what waits because of them, in a word or two; empty if nothing does
     */
    public synchronized void observe(Optional<String> suffering) {
        int before = limit();
        pressure.look(suffering, latency.limit());
        if (limit() != before) {
            latency.restart();
            notifyAll();
        }
    }

    /** A chunk that is being written. */
    private final class Writing implements Permit {
        private final Object work;
        private final int records;
        private final long since = nanoTime.getAsLong();
        private final boolean alone = writing == 1 && (solo || limit() == 1);
        private final int limitThen = limit();
        private final boolean full = writing >= limitThen;
        private boolean written;
        private boolean closed;

        private Writing(Object work, int records) {
            this.work = work;
            this.records = Math.max(1, records);
        }

        @Override
        public void written() {
            written = true;
        }

        @Override
        public void close() {
            synchronized (AdaptiveChunkGate.this) {
                if (!closed) {
                    closed = true;
                    leave();
                }
            }
        }

        private void leave() {
            try {
                if (written) {
                    learn(Math.max(1, nanoTime.getAsLong() - since));
                }
            } finally {
                writing--;
                if (solo) {
                    solo = false;
                    latency.hadSolo();
                }
                AdaptiveChunkGate.this.notifyAll();
            }
        }

        private void learn(long nanos) {
            if (alone) {
                solos.alone(work, records, nanos);
                judge(1);
            } else {
                solos.slowdown(work, records, nanos, slowdown).ifPresent(times -> {
                    slowdown += (times - slowdown) / RECENT;
                    judge(times);
                });
            }
        }

        /** Only what was written at the very limit in question says something of it. */
        private void judge(double times) {
            int limit = limit();
            boolean unpressed = limit == latency.limit() && limit == limitThen;
            if (unpressed && (full || writing >= limit) && (!solo || limit == 1)) {
                latency.add(times);
            }
        }
    }
}
