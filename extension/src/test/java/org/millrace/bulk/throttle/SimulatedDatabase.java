package org.millrace.bulk.throttle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.millrace.bulk.chunk.ConcurrencyLimiter;

/**
 * Writes chunks on a simulated clock, several at once, each slower with higher concurrency. The simulated throughput is a
 * function of the concurrency, relative to a single chunk.
 */
final class SimulatedDatabase {
    private static final double NANOS_ALONE = 2e8;

    private final Random random;
    private final int records;
    private IntToDoubleFunction throughput;
    private IntToDoubleFunction ofANode = at -> at;
    private double now = 1e9;
    private final List<Running> running = new ArrayList<>();
    private Object work = new Object();
    private double cost = 1;
    private boolean failing;
    private double lastSecond;

    private static final class Running {
        private final AdaptiveConcurrencyLimiter node;
        private final ConcurrencyLimiter.Permit permit;
        private double left;

        private Running(AdaptiveConcurrencyLimiter node, ConcurrencyLimiter.Permit permit, double left) {
            this.node = node;
            this.permit = permit;
            this.left = left;
        }
    }

    SimulatedDatabase(long seed, int records, IntToDoubleFunction throughput) {
        this.random = new Random(seed);
        this.records = records;
        this.throughput = throughput;
    }

    long nanoTime() {
        return (long) now;
    }

    void become(IntToDoubleFunction other) {
        throughput = other;
    }

    /** Throughput of one node as a function of its concurrency, independent of the database. */
    void eachNodeDoes(IntToDoubleFunction work) {
        ofANode = work;
    }

    /** Time passes without anything being written. */
    void pass(double seconds) {
        now += seconds * 1e9;
    }

    /** From now on, chunks are refused at once. */
    void fail() {
        failing = true;
    }

    /** Writes this many further chunks with the concurrency that the limiter permits; returns the seconds that it took. */
    double write(AdaptiveConcurrencyLimiter limiter, int chunks) throws InterruptedException {
        return write(List.of(limiter), chunks, () -> {});
    }

    /** The same with several limiters, and something to do each second. Others are left half written, as in a long import. */
    double write(List<AdaptiveConcurrencyLimiter> gates, int chunks, Runnable eachSecond) throws InterruptedException {
        return write(gates, chunks, Integer.MAX_VALUE, eachSecond);
    }

    /** Multiplies the cost of a chunk from now on. */
    void chunksCost(double times) {
        cost = times;
    }

    /** Writes a separate job with this many chunks. */
    double job(AdaptiveConcurrencyLimiter limiter, int chunks) throws InterruptedException {
        return job(List.of(limiter), chunks, () -> {});
    }

    /** The same on several nodes, which may become more while it runs. */
    double job(List<AdaptiveConcurrencyLimiter> gates, int chunks, Runnable eachSecond) throws InterruptedException {
        work = new Object();
        return write(gates, chunks, chunks, eachSecond);
    }

    private double write(List<AdaptiveConcurrencyLimiter> gates, int chunks, int most, Runnable eachSecond)
            throws InterruptedException {
        double begun = now;
        int begins = 0;
        int ended = 0;
        while (ended < chunks) {
            for (AdaptiveConcurrencyLimiter limiter : gates) {
                while (begins < most && !limiter.isFull()) {
                    double size = cost * NANOS_ALONE * Math.max(0.7, 1 + 0.12 * random.nextGaussian());
                    running.add(
                            new Running(limiter, limiter.enter(work, records), failing ? NANOS_ALONE / 1000 : size));
                    begins++;
                }
            }
            if (running.isEmpty()) {
                now += 1e8;
            } else {
                finishOne();
                ended++;
            }
            if (now - lastSecond > 1e9) {
                lastSecond = now;
                eachSecond.run();
            }
        }
        return (now - begun) / 1e9;
    }

    /** The limit of all limiters together for most of the time that 3,000 more chunks take: a search tries others now and then. */
    int usualLimit(List<AdaptiveConcurrencyLimiter> gates, Runnable eachSecond) throws InterruptedException {
        List<Integer> limits = limits(gates, 100, 30, eachSecond);
        limits.sort(null);
        return limits.get(limits.size() / 2);
    }

    /** The limit after each round of chunks, for a number of rounds. */
    List<Integer> limits(AdaptiveConcurrencyLimiter limiter, int times, int chunks) throws InterruptedException {
        return limits(List.of(limiter), times, chunks, () -> {});
    }

    /** The same of all limiters together, with something to do each second. */
    List<Integer> limits(List<AdaptiveConcurrencyLimiter> gates, int times, int chunks, Runnable eachSecond)
            throws InterruptedException {
        List<Integer> limits = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            write(gates, chunks, eachSecond);
            limits.add(
                    gates.stream().mapToInt(AdaptiveConcurrencyLimiter::limit).sum());
        }
        return limits;
    }

    /** Writes to their end what was left half written. */
    void finish() {
        while (!running.isEmpty()) {
            finishOne();
        }
    }

    private double rate(Running chunk) {
        long here = running.stream().filter(other -> other.node == chunk.node).count();
        return Math.min(
                throughput.applyAsDouble(running.size()) / running.size(), ofANode.applyAsDouble((int) here) / here);
    }

    private void finishOne() {
        Running next = running.get(0);
        for (Running each : running) {
            next = each.left / rate(each) < next.left / rate(next) ? each : next;
        }
        double time = next.left / rate(next);
        now += time;
        running.forEach(each -> each.left -= time * rate(each));
        running.remove(next);
        if (!failing) {
            next.permit.written();
        }
        next.permit.close();
    }
}
