package org.millrace.bulk.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/**
 * Writes chunks on a clock of its own, several at once, each the slower the more there are. What is asked of it is how much it
 * does with so many at once in the time of one alone.
 */
final class SimulatedDatabase {
    private static final double NANOS_ALONE = 2e8;

    private final Random random;
    private final int records;
    private IntToDoubleFunction throughput;
    private double now = 1e9;
    private final List<Running> running = new ArrayList<>();
    private final Object work = new Object();
    private boolean failing;

    private static final class Running {
        private final ChunkGate.Permit permit;
        private double left;

        private Running(ChunkGate.Permit permit, double left) {
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

    /** From now on, chunks are refused at once. */
    void fail() {
        failing = true;
    }

    /** Writes so many chunks, as many at once as the gate lets through; gives the seconds that it took. */
    double write(AdaptiveChunkGate gate, int chunks) throws InterruptedException {
        double begun = now;
        int begins = 0;
        for (int ended = 0; ended < chunks; ended++) {
            while (begins < chunks && !gate.isFull()) {
                double size = NANOS_ALONE * Math.max(0.7, 1 + 0.12 * random.nextGaussian());
                running.add(new Running(gate.enter(work, records), failing ? NANOS_ALONE / 1000 : size));
                begins++;
            }
            finishOne();
        }
        return (now - begun) / 1e9;
    }

    private void finishOne() {
        double rate = throughput.applyAsDouble(running.size()) / running.size();
        Running next = running.get(0);
        for (Running each : running) {
            next = each.left < next.left ? each : next;
        }
        double done = next.left;
        now += done / rate;
        running.forEach(each -> each.left -= done);
        running.remove(next);
        if (!failing) {
            next.permit.written();
        }
        next.permit.close();
    }
}
