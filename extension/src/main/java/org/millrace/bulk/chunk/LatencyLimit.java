package org.millrace.bulk.chunk;

import com.netflix.concurrency.limits.limit.VegasLimit;
import java.util.Arrays;

/**
 * How many chunks at once are worth it, by how much they slow each other down. With {@code n} at once, each {@code s} times slower
 * than alone, the database does {@code n / s} chunks in the time of one, and the other {@code n - n / s} queue. That queue is
 * what <a href="https://doi.org/10.1145/190314.190317">TCP Vegas</a> goes by: it lets in one more while the queue is short, and
 * one less when it is long. Where it comes to rest, the least is taken that does nearly as much as the most that was seen, and
 * kept until the times change, or for so long that they may have. Not safe for threads.
 */
final class LatencyLimit {
    /** The library compares times with one without load; slowdowns are given to it as multiples of this one. */
    private static final long ALONE_NANOS = 1_000_000;

    /** Single chunks vary by so much for reasons that have nothing to do with each other. */
    private static final double TOLERANCE = 1.2;

    /** A limit is judged by so many chunks, and by two more for each that it lets through: a single one says little. */
    private static final int JUDGED_BY = 8;

    /** So little more throughput is not worth another chunk that requests have to wait behind; nor can it be told from chance. */
    private static final double NEARLY = 0.88;

    /** Beyond it, the database is not what it was when the limit was found. */
    private static final double SAME = 1.3;

    /** So many are tried one by one. */
    private static final int FEW = 4;

    /** Chunks that are written alone for a search, which compares all others with them. */
    private static final int SOLOS = 2;

    /** Judgements before the same limit is found anew: a minute or so at first. */
    private static final int FIRST_REST = 50;

    private static final int LONGEST_REST = 800;

    /** Beyond it no database gains, however many nodes there are. */
    private static final int MOST = 64;

    private int ceiling;
    private final double[] throughput;
    private VegasLimit search;
    private int settled;
    private int rest;
    private int nextRest = FIRST_REST;
    private double sum;
    private int samples;
    private boolean judged;
    private boolean relearning;
    private int solos = SOLOS;

    /** Begins with one chunk at a time. */
    LatencyLimit(int ceiling) {
        this.ceiling = Math.min(MOST, ceiling);
        this.throughput = new double[MOST + 1];
        this.search = searchFrom(1);
    }

    /** Begins with a limit that somebody else has found. */
    static LatencyLimit known(int limit, int ceiling) {
        LatencyLimit known = new LatencyLimit(ceiling);
        if (limit > 0) {
            known.settled = Math.min(limit, known.ceiling);
            known.rest = FIRST_REST;
            known.relearning = true;
            known.judged = true;
            known.solos = 0;
        }
        return known;
    }

    private VegasLimit searchFrom(int limit) {
        VegasLimit begun = VegasLimit.newBuilder()
                .initialLimit(limit)
                .maxConcurrency(ceiling)
                .alphaFunction(LatencyLimit::bearableQueue)
                .betaFunction(LatencyLimit::bearableQueue)
                .thresholdFunction(LatencyLimit::noQueue)
                .increaseFunction(at -> at + 1)
                .decreaseFunction(at -> at - 1)
                .smoothing(1)
                // It would take a time under load for one without.
                .probeMultiplier(Integer.MAX_VALUE)
                .build();
        begun.onSample(0, ALONE_NANOS, 0, false);
        return begun;
    }

    /**
     * A few are tried in any case, and compared. More chunks at once need a longer queue, or differences between them leave the
     * database idle now and then.
     */
    private static int bearableQueue(int limit) {
        return limit < FEW ? limit + 1 : 1 + limit / 3;
    }

    /** Up to this queue the search takes larger steps; with a few chunks, each step is large enough. */
    private static int noQueue(int limit) {
        return limit < FEW ? -1 : 0;
    }

    int limit() {
        return settled > 0 ? settled : search.getLimit();
    }

    /** Whether a search is about to begin, for which it is good to know how fast a chunk is alone. */
    boolean wantsSolo() {
        return solos > 0;
    }

    /** Says that a chunk was alone. */
    void hadSolo() {
        solos = Math.max(0, solos - 1);
    }

    /** Whether limits are tried out. */
    boolean isSearching() {
        return settled == 0;
    }

    /**
     * Says that what is written from now on is written by another number of nodes. The limit stays for now; its throughput may be
     * another, and a better one is looked for soon.
     *
     * @param most how many chunks there may be at once
     */
    void reach(int most) {
        ceiling = Math.min(most, MOST);
        if (settled == 0) {
            search = searchFrom(Math.min(search.getLimit(), ceiling));
        }
        settled = Math.min(settled, ceiling);
        rest = Math.min(rest, FIRST_REST);
        relearning = true;
        restart();
    }

    int ceiling() {
        return ceiling;
    }

    /** Whether anything is known yet. */
    boolean isJudged() {
        return judged;
    }

    /** Forgets what was seen since the last judgement: the limit was not what held then. */
    void restart() {
        sum = 0;
        samples = 0;
    }

    /** Takes account of a chunk that was written alone, which is all that there may be. */
    void addAlone() {
        add(1, 1);
    }

    /** Takes account of a chunk that was written while as many were as may be, and was this many times slower than alone. */
    void add(double slowdown) {
        add(slowdown, JUDGED_BY + 2 * limit());
    }

    private void add(double slowdown, int enough) {
        sum += slowdown;
        samples++;
        int at = limit();
        if (samples >= enough) {
            double mean = sum / samples;
            restart();
            judged = true;
            judge(at, mean);
        }
    }

    private void judge(int at, double slowdown) {
        double now = at / slowdown;
        if (settled == 0) {
            throughput[at] = now;
            search(at, slowdown);
        } else if (relearning) {
            relearning = false;
            throughput[at] = now;
        } else if (--rest <= 0 || now * SAME < throughput[at] || now > SAME * throughput[at]) {
            nextRest = rest <= 0 ? Math.min(LONGEST_REST, 2 * nextRest) : FIRST_REST;
            settled = 0;
            search = searchFrom(at <= FEW ? 1 : at / 2);
            solos = SOLOS;
            Arrays.fill(throughput, 0);
        }
    }

    private void search(int at, double slowdown) {
        search.onSample(0, Math.round(ALONE_NANOS * Math.max(1, slowdown / TOLERANCE)), at, false);
        int next = search.getLimit();
        if (next == at || throughput[next] > 0) {
            settle();
        }
    }

    /** Of all limits that were tried, the least that does nearly as much as the best. */
    private void settle() {
        double best = 0;
        for (double each : throughput) {
            best = Math.max(best, each);
        }
        int least = 1;
        while (throughput[least] < NEARLY * best) {
            least++;
        }
        settled = least;
        rest = nextRest;
    }
}
