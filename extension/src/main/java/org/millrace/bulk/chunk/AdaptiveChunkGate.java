package org.millrace.bulk.chunk;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets as many chunks through at once as the database gains from. Begins with one, follows the time that chunks take, and gives
 * way when it is told that something else suffers. A chunk is written alone now and then, to know how fast that is. Where several
 * nodes write to the database, one of them finds the limit for all, and each writes its share.
 */
public final class AdaptiveChunkGate implements ChunkGate {
    /** How many chunks the present is made of. */
    private static final int RECENT = 4;

    /** Until other nodes do what they were told: their next look at it, and the end of a chunk. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    /** So often a node sees that it writes alone until it takes that for more than the beginning of an import, which others join. */
    private static final int LOOKS_ALONE = 4;

    /** Whoever found the gate shut asks again sooner. */
    private static final Duration ASKED = Duration.ofSeconds(3);

    /** Records that are written at once while a whole chunk is too much: so few that it takes less than a login. */
    private static final int PIECE = 100;

    /** Whoever waits for the gate may be told to stop meanwhile. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(2);

    /** What suffered so long before says nothing of another import. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    /** One that leads and does not get on is not to keep the others still for longer. */
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(30);

    /** A chunk says something of a limit if so large a share of it was used while the chunk was written, on average. */
    private static final double USED = 0.9;

    private final int ceiling;
    private final LongSupplier nanoTime;
    private LatencyLimit latency;
    private SoloTimes solos = new SoloTimes();
    private PressureCap pressure = new PressureCap();
    private final Deque<Object> waiting = new ArrayDeque<>();

    private int writing;
    private boolean solo;
    private double chunkNanos;
    private long addedUp;
    private double slowdown = 1;
    private ClusterShare share = ClusterShare.ALONE;

    /** How many nodes wrote when the limit was found. */
    private int learntWith = 1;

    private int looksAlone;
    private long shareChanged;
    private long askedShut;
    private long restUntil;
    private long lastLook;

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
        this.askedShut = nanoTime.getAsLong() - ASKED.toNanos();
        this.lastLook = nanoTime.getAsLong();
        this.addedUp = nanoTime.getAsLong();
    }

    @Override
    public synchronized Permit enter(Object work, int records) throws InterruptedException {
        Object turn = new Object();
        waiting.add(turn);
        try {
            while (waiting.element() != turn || isFull()) {
                wait(restMillis());
            }
        } finally {
            waiting.remove(turn);
            notifyAll();
        }
        addUp();
        writing++;
        // Whoever waits is not made to wait longer only to know one more import.
        solo = writing == 1 && maySolo() && (latency.wantsSolo() || waiting.isEmpty() && solos.wants(work));
        return new Writing(work, records);
    }

    /** Whether one more chunk would have to wait: as long as none would, nothing can be learnt. */
    public synchronized boolean isFull() {
        return isResting() || writing >= (solo || latency.wantsSolo() && maySolo() ? Math.min(1, limit()) : limit());
    }

    private boolean isResting() {
        return pressure.rest() > 0 && nanoTime.getAsLong() - restUntil < 0;
    }

    /** Adds up how many chunks were being written since the last time, by nanoseconds: to be called before that changes. */
    private void addUp() {
        long now = nanoTime.getAsLong();
        chunkNanos += (double) writing * (now - addedUp);
        addedUp = now;
    }

    /** How long to wait for a rest to end, which nobody says; 0, which is for ever, if there is none. */
    private long restMillis() {
        return isResting() ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(restUntil - nanoTime.getAsLong())) : 0;
    }

    /** Chunks at once on this node; none while it is another one's turn. */
    @Override
    public synchronized int limit() {
        return pressure.of(wanted());
    }

    /** What the limit would be if nothing suffered. */
    private int wanted() {
        boolean holding = share.phase() == ClusterShare.Phase.HOLDING && age() < LONGEST_HOLD.toNanos();
        if (holding && !share.leads()) {
            return 0;
        }
        // What the others leave to it while they hold still, it writes until they all do.
        return Math.min(ceiling, holding ? found() : share.of(found()));
    }

    private long age() {
        return nanoTime.getAsLong() - shareChanged;
    }

    @Override
    public synchronized int total() {
        return Math.max(1, found() - (wanted() - limit()));
    }

    /** What the database gains from, as this node or the one that leads has found. */
    public synchronized int found() {
        return share.leads() ? latency.limit() : share.limit();
    }

    /** What this node is to tell the others if it leads. */
    public synchronized ClusterShare.Phase phase() {
        if (latency.wantsSolo()) {
            return ClusterShare.Phase.HOLDING;
        }
        return latency.isSearching() ? ClusterShare.Phase.TRYING : ClusterShare.Phase.SETTLED;
    }

    /** Takes account of the other nodes. To be called about once a second while the gate is busy. */
    public synchronized void share(ClusterShare next) {
        take(next);
        looksAlone = next.isAlone() ? looksAlone + 1 : 0;
        if (next.nodes() != learntWith && (looksAlone == 0 || looksAlone >= LOOKS_ALONE)) {
            learntWith = next.nodes();
            latency.reach(ceiling * learntWith);
        }
    }

    /** Says that nothing is written any more. The next import may well be one of the same nodes: what was found with them is kept. */
    public synchronized void idle() {
        take(ClusterShare.ALONE);
    }

    private void take(ClusterShare next) {
        if (next.leads() && !share.leads()) {
            // What it found before it followed may be long ago: it goes on with what it was told.
            learntWith = share.nodes();
            latency = LatencyLimit.known(share.limit(), ceiling * learntWith);
            solos = new SoloTimes();
            slowdown = 1;
        }
        int before = wanted();
        boolean told = next.nodes() != share.nodes() || next.limit() != share.limit() || next.phase() != share.phase();
        share = next;
        if (told || wanted() != before) {
            shareChanged = nanoTime.getAsLong();
        }
        notifyAll();
    }

    /** Whether all nodes do by now what this one has to know the effect of. */
    private boolean isKnown() {
        boolean told = share.limit() == latency.limit() && share.phase() == phase();
        return share.isAlone() ? learntWith == 1 : share.leads() && told && age() >= SETTLING.toNanos();
    }

    /** Whether a chunk can be written while no other is, on any node. */
    private boolean maySolo() {
        return isKnown() && (share.isAlone() || share.phase() == ClusterShare.Phase.HOLDING);
    }

    @Override
    public int ceiling() {
        return ceiling;
    }

    @Override
    public synchronized String reason() {
        return pressure.reason(wanted()).orElseGet(() -> {
            if (found() >= (share.leads() ? latency.ceiling() : ceiling * share.nodes())) {
                return "share of connections, threads and memory";
            }
            if (!share.leads()) {
                return "chunk latency on another node";
            }
            return latency.isJudged() ? "chunk latency" : "nothing was written yet";
        });
    }

    /** Whether chunks are written, or would be if it were this node's turn. */
    public synchronized boolean isBusy() {
        boolean asked = !share.isAlone() && nanoTime.getAsLong() - askedShut < ASKED.toNanos();
        return writing > 0 || !waiting.isEmpty() || asked;
    }

    @Override
    public synchronized boolean isShut() {
        boolean shut = limit() == 0;
        if (shut) {
            askedShut = nanoTime.getAsLong();
        }
        return shut;
    }

    /**
     * Takes account of what is seen beside the chunks. To be called about once a second while the gate is busy.
     *
     * @param suffering what waits because of them, in a word or two; empty if nothing does
     */
    public synchronized void observe(Optional<String> suffering) {
        if (wanted() == 0) {
            // Nothing suffers from this node.
            return;
        }
        long now = nanoTime.getAsLong();
        int before = limit();
        int restBefore = pressure.rest();
        if (now - lastLook > FORGOTTEN.toNanos()) {
            pressure = new PressureCap();
        }
        lastLook = now;
        pressure.look(suffering, wanted());
        if (limit() != before || pressure.rest() != restBefore) {
            latency.restart();
            notifyAll();
        }
    }

    /** A chunk that is being written. */
    private final class Writing implements Permit {
        private final Object work;
        private final int records;
        private final long since = nanoTime.getAsLong();
        private final boolean known = isKnown();
        private final boolean alone = writing == 1 && (solo || limit() == 1 && (share.isAlone() || found() == 1));
        private final int limitThen = limit();
        private final double chunkNanosThen = chunkNanos;
        private final boolean gentle = pressure.rest() > 0;
        private boolean written;
        private boolean closed;

        private Writing(Object work, int records) {
            this.work = work;
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
            synchronized (AdaptiveChunkGate.this) {
                if (!closed) {
                    closed = true;
                    leave();
                }
            }
        }

        private void leave() {
            long now = nanoTime.getAsLong();
            addUp();
            try {
                // Pieces cost more a record than whole chunks.
                if (written && !gentle) {
                    learn(Math.max(1, now - since));
                }
            } finally {
                restUntil = now + Math.min(LONGEST_REST.toNanos(), pressure.rest() * (now - since));
                writing--;
                if (solo) {
                    solo = false;
                    latency.hadSolo();
                }
                AdaptiveChunkGate.this.notifyAll();
            }
        }

        private void learn(long nanos) {
            if (!(known && isKnown())) {
                return;
            }
            if (!solo) {
                latency.pass();
            }
            double used = (chunkNanos - chunkNanosThen) / nanos;
            if (alone) {
                solos.alone(work, records, nanos);
                if (latency.limit() == 1 && isAtLimit(used)) {
                    latency.addAlone();
                }
            } else {
                compare(nanos, used);
            }
        }

        private void compare(long nanos, double used) {
            double expected = share.isAlone() ? Math.min(slowdown, used) : slowdown;
            boolean atLimit = isAtLimit(used);
            OptionalDouble times = solos.slowdown(work, records, nanos, expected);
            if (atLimit && times.isPresent()) {
                slowdown += (times.getAsDouble() - slowdown) / RECENT;
                latency.add(times.getAsDouble() * limitThen / used);
            }
        }

        /** Only what was written at the very limit in question says something of it. */
        private boolean isAtLimit(double used) {
            int limit = limit();
            return limit == wanted() && limit == limitThen && used >= USED * limit && (!solo || limit == 1);
        }
    }
}
