package org.millrace.bulk.chunk;

import com.netflix.concurrency.limits.limit.VegasLimit;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One search for the limit that a database gains from. It climbs as long as the queue is bearable and chunks at once still bring
 * something, or goes down from where the queue is too long. Not safe for threads.
 */
final class LimitSearch {
    /** Beyond it no database gains, however many nodes there are. */
    static final int MOST = 64;

    /** So many are tried one by one. */
    static final int FEW = 4;

    /** The library compares times with one without load; slowdowns are given to it as multiples of this one. */
    private static final long ALONE_NANOS = 1_000_000;

    /** Single chunks vary by so much for reasons that have nothing to do with each other. */
    private static final double TOLERANCE = 1.2;

    /** Up to so many, the queue says little: where other work shares the processors, more chunks at once get more of them. */
    private static final int SHARED = 16;

    /** What one step brings at least, if it brings anything. */
    private static final double GAIN = 1.05;

    /** Steps without a gain: one may be chance. */
    private static final int STEPS_WITHOUT = 2;

    /** That is no chance: chunks are in each other's way. */
    private static final double LOSS = 0.8;

    /** So little more is not worth another chunk that requests have to wait behind; nor can it be told from chance. */
    private static final double NEARLY = 0.97;

    private final VegasLimit vegas;
    private final Throughputs throughputs;
    private final SortedSet<Integer> tried = new TreeSet<>();
    private int stepsWithout;

    /**
     * A search that has tried nothing yet.
     *
     * @param from the limit to try first, from 1 to the ceiling
     * @param ceiling the most to try, at most {@link #MOST}
     * @param throughputs what earlier searches have seen, to which this one adds
     */
    LimitSearch(int from, int ceiling, Throughputs throughputs) {
        this.throughputs = throughputs;
        throughputs.searchAnew();
        vegas = VegasLimit.newBuilder()
                .initialLimit(from)
                .maxConcurrency(ceiling)
                .alphaFunction(LimitSearch::bearableQueue)
                .betaFunction(LimitSearch::bearableQueue)
                .thresholdFunction(LimitSearch::noQueue)
                .increaseFunction(at -> at < FEW ? at + 1 : at + at / 2)
                .decreaseFunction(at -> Math.max(1, at * 2 / 3))
                .smoothing(1)
                // It would take a time under load for one without.
                .probeMultiplier(Integer.MAX_VALUE)
                .build();
        vegas.onSample(0, ALONE_NANOS, 0, false);
    }

    /** A queue is never longer than the limit. */
    private static int bearableQueue(int limit) {
        return limit <= SHARED ? limit + 1 : limit / 2;
    }

    /** Up to this queue the search takes larger steps; with a few chunks, each step is large enough. */
    private static int noQueue(int limit) {
        return limit <= SHARED ? -1 : 0;
    }

    /** What is to be tried. */
    int limit() {
        return vegas.getLimit();
    }

    /**
     * Goes on after a limit was tried.
     *
     * @param slowdown how many times slower chunks were than alone
     * @return whether there is another one to try
     */
    boolean next(double slowdown) {
        int at = limit();
        throughputs.add(at, at / slowdown);
        double best = best();
        boolean climbs = tried.isEmpty() || at > tried.last();
        tried.add(at);
        stepsWithout = climbs && throughputs.of(at) < GAIN * best ? stepsWithout + 1 : 0;
        boolean harms = climbs && throughputs.of(at) < LOSS * best;
        vegas.onSample(0, Math.round(ALONE_NANOS * Math.max(1, slowdown / TOLERANCE)), at, false);
        return !tried.contains(limit()) && stepsWithout < STEPS_WITHOUT && !harms;
    }

    /** Whether anything is known yet. */
    boolean hasTried() {
        return !tried.isEmpty();
    }

    /**
     * Of all limits that were tried, the least that does nearly as much as the best.
     *
     * @throws java.util.NoSuchElementException if none was
     */
    int found() {
        double enough = NEARLY * best();
        return tried.stream()
                .filter(limit -> throughputs.of(limit) >= enough)
                .findFirst()
                .orElseThrow();
    }

    private double best() {
        return tried.stream().mapToDouble(throughputs::of).max().orElse(0);
    }
}
