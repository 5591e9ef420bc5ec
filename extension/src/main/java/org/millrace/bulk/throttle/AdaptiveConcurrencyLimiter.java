package org.millrace.bulk.throttle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.ConcurrencyLimiter;

/**
 * Limits the chunks that are written at once to the number that gives the highest throughput, and to less under back-pressure. Where
 * several nodes write to the database, each one writes its share of the limit. Safe for use by several threads.
 */
public final class AdaptiveConcurrencyLimiter implements ConcurrencyLimiter {
    /** Records of a transaction under strong back-pressure: few enough to take less time than a login. */
    private static final int PIECE = 100;

    /** Longest pause between such transactions, so that a waiting thread notices soon that it has to stop. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(2);

    /** Back-pressure before a gap of this length says nothing about the next import. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    /** Minimum average use of the limit while a chunk was written, for the chunk to count in a sample. */
    private static final double USED = 0.9;

    private final int maximum;
    private final LongSupplier nanoTime;
    private final ThroughputClimber climber;
    private final Deque<Object> waiting = new ArrayDeque<>();
    private PressureBackoff pressure = new PressureBackoff();

    private int writing;
    private int nodes = 1;
    private @Nullable Object work;
    private double chunkNanos;
    private long addedUp;
    private long restUntil;
    private long lastLook;

    /**
     * A limiter without samples.
     *
     * @param maximum chunks at once at most, at least 1
     * @param nanoTime the running time, as {@link System#nanoTime()}
     */
    public AdaptiveConcurrencyLimiter(int maximum, LongSupplier nanoTime) {
        if (maximum < 1) {
            throw new IllegalArgumentException("maximum " + maximum + " is below 1");
        }
        this.maximum = maximum;
        this.nanoTime = nanoTime;
        this.climber = new ThroughputClimber(maximum);
        this.lastLook = nanoTime.getAsLong();
        this.addedUp = nanoTime.getAsLong();
    }

    @Override
    public synchronized Permit enter(Object next, int records) throws InterruptedException {
        Object turn = new Object();
        waiting.add(turn);
        try {
            // One time for both: a pause that ends between them would be waited for without end, as its end is not
            // signalled.
            long now = nanoTime.getAsLong();
            while (waiting.element() != turn || isFull(now)) {
                wait(restMillis(now));
                now = nanoTime.getAsLong();
            }
        } finally {
            waiting.remove(turn);
            notifyAll();
        }
        if (!next.equals(work)) {
            // Its records may have another cost than the measured ones.
            climber.abort();
            work = next;
        }
        addUp();
        writing++;
        return new Writing(records);
    }

    /** Whether one more chunk would have to wait. */
    public synchronized boolean isFull() {
        return isFull(nanoTime.getAsLong());
    }

    private boolean isFull(long now) {
        return isResting(now) || writing >= limit();
    }

    private boolean isResting(long now) {
        return pressure.rest() > 0 && now - restUntil < 0;
    }

    /** Adds up chunks being written times nanoseconds: to be called before their number changes. */
    private void addUp() {
        long now = nanoTime.getAsLong();
        chunkNanos += (double) writing * (now - addedUp);
        addedUp = now;
    }

    /** Time until a pause ends, which is not signalled; 0, meaning no timeout, without a pause. */
    private long restMillis(long now) {
        return isResting(now) ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(restUntil - now)) : 0;
    }

    @Override
    public synchronized int limit() {
        return pressure.of(wanted());
    }

    /** The limit without back-pressure. */
    private int wanted() {
        return nodes == 1 ? climber.limit() : Math.max(1, Math.round((float) climber.found() / nodes));
    }

    @Override
    public synchronized int total() {
        return limit() * nodes;
    }

    /** The limit that this node has found for all nodes together. */
    public synchronized int found() {
        return climber.found();
    }

    /**
     * Takes account of the number of nodes that write to the database, this one included. With several, no other limit is tried: they
     * would compete for the same throughput.
     */
    public synchronized void share(int writingNodes) {
        if (writingNodes != nodes) {
            climber.abort();
            nodes = writingNodes;
            notifyAll();
        }
    }

    @Override
    public int maximum() {
        return maximum;
    }

    @Override
    public synchronized String reason() {
        return pressure.reason(wanted()).orElseGet(() -> {
            if (nodes > 1) {
                return "share of " + nodes + " nodes";
            }
            if (climber.found() >= maximum) {
                return "share of connections, threads and memory";
            }
            return climber.hasProbed() ? "chunk throughput" : "default";
        });
    }

    /** Whether chunks are written or wait. */
    public synchronized boolean isBusy() {
        return writing > 0 || !waiting.isEmpty();
    }

    /**
     * Takes account of back-pressure. To be called about once a second while the limiter is busy.
     *
     * @param signal what waits because of the chunks, in a word or two; empty if nothing does
     */
    public synchronized void observe(Optional<String> signal) {
        long now = nanoTime.getAsLong();
        int before = limit();
        int restBefore = pressure.rest();
        if (now - lastLook > FORGOTTEN.toNanos()) {
            pressure = new PressureBackoff();
        }
        lastLook = now;
        pressure.look(signal, wanted());
        if (limit() != before || pressure.rest() != restBefore) {
            climber.abort();
            notifyAll();
        }
    }

    /** A chunk that is being written. */
    private final class Writing implements Permit {
        private final int records;
        private final long since = nanoTime.getAsLong();
        private final int limitThen = limit();
        private final double chunkNanosThen = chunkNanos;
        private final boolean gentle = pressure.rest() > 0;
        private boolean written;
        private boolean closed;

        private Writing(int records) {
            this.records = Math.max(1, records);
        }

        @Override
        public int records() {
            return gentle ? Math.min(PIECE, records) : records;
        }

        @Override
        public void written() {
            written = true;
        }

        @Override
        public void close() {
            synchronized (AdaptiveConcurrencyLimiter.this) {
                if (!closed) {
                    closed = true;
                    leave(nanoTime.getAsLong());
                }
            }
        }

        private void leave(long now) {
            addUp();
            int limit = limit();
            double used = (chunkNanos - chunkNanosThen) / Math.max(1, now - since);
            boolean atLimit = limit == wanted() && used >= USED * limit;
            if (nodes == 1 && limit == limitThen && !gentle) {
                if (written && atLimit) {
                    climber.add(records, now);
                } else {
                    climber.discard();
                }
            }
            restUntil = now + Math.min(LONGEST_REST.toNanos(), pressure.rest() * (now - since));
            writing--;
            AdaptiveConcurrencyLimiter.this.notifyAll();
        }
    }
}
