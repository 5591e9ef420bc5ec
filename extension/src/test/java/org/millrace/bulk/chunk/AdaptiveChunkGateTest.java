package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveChunkGateTest {
    /** What two cores do that the database shares with the server. */
    private static final IntToDoubleFunction TWO_CORES = at -> at == 1 ? 1 : at == 2 ? 1.9 : 1.97;

    private SimulatedDatabase database = new SimulatedDatabase(1, 2000, TWO_CORES);

    private AdaptiveChunkGate gate(int ceiling) {
        return new AdaptiveChunkGate(ceiling, () -> database.nanoTime());
    }

    private AdaptiveChunkGate gate(long seed, IntToDoubleFunction throughput) {
        database = new SimulatedDatabase(seed, 2000, throughput);
        return gate(32);
    }

    @Test
    void beginsWithOneChunk() {
        AdaptiveChunkGate gate = gate(8);

        assertThat(gate.limit()).isEqualTo(1);
        assertThat(gate.reason()).isEqualTo("nothing was written yet");
        assertThat(gate.isBusy()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void twoCoresGetFewChunksMostOfTheTime(long seed) throws Exception {
        AdaptiveChunkGate gate = gate(seed, TWO_CORES);
        database.write(gate, 60);
        long begun = database.nanoTime();

        List<Integer> limits = database.limits(gate, 300, 10);

        double seconds = (database.nanoTime() - begun) / 1e9;
        int changes = 0;
        for (int i = 1; i < limits.size(); i++) {
            changes += limits.get(i).equals(limits.get(i - 1)) ? 0 : 1;
        }
        assertThat(limits).allSatisfy(limit -> assertThat(limit).isLessThanOrEqualTo(9));
        assertThat(limits.stream().filter(limit -> limit >= 2 && limit <= 4)).hasSizeGreaterThan(200);
        // A search every thirty looks or so, which tries half a dozen.
        assertThat(changes).isLessThan(60);
        assertThat(seconds).isLessThan(1.04 * 3000 * 0.2 / TWO_CORES.applyAsDouble(2));
        assertThat(gate.reason()).isEqualTo("chunk latency");
    }

    @Test
    void fiftyChunksTakeLittleLongerThanWithTheBestLimitFromTheStart() throws Exception {
        AdaptiveChunkGate gate = gate(32);

        double seconds = database.write(gate, 50);

        double best = 50 * 0.2 / TWO_CORES.applyAsDouble(2);
        assertThat(seconds).isLessThan(1.06 * best);
    }

    /** Amdahl's law with different shares that cannot be done at once, up to as many as there are cores or disks. */
    @ParameterizedTest
    @ValueSource(strings = {"0.5 2", "0.1 2", "0.05 4", "0.1 4", "0.02 8", "0.9 8"})
    void throughputComesWithinATenthOfTheBest(String serialAndCores) throws Exception {
        assertThat(shareOfTheBest(serialAndCores)).isGreaterThan(0.9);
    }

    /** There, the search takes more of the time. */
    @ParameterizedTest
    @ValueSource(strings = {"0.01 16", "0.03 16", "0 32"})
    void manyCoresAreFoundToo(String serialAndCores) throws Exception {
        assertThat(shareOfTheBest(serialAndCores)).isGreaterThan(0.7);
    }

    /**
     * The scheduler gives whoever has more threads more of the processors, one of which is busy with something else; here, eight chunks
     * get as much as more do.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void moreOfSharedProcessorsIsGotWithMoreChunks(int cores) throws Exception {
        IntToDoubleFunction shared = at -> Math.min(at, cores * Math.min(at, 8.0) / (Math.min(at, 8.0) + 1));

        assertThat(shareOfTheBest(shared)).isGreaterThan(0.9);
    }

    /** As measured on two processors, one of which something else keeps busy: up to sixteen at once, twice as many do 1.16 times as much. */
    @Test
    void smallGainsAreFollowedAsLongAsThereAreAny() throws Exception {
        assertThat(shareOfTheBest(at -> Math.pow(Math.min(at, 16), 0.22))).isGreaterThan(0.9);
    }

    private double shareOfTheBest(String serialAndCores) throws InterruptedException {
        String[] parts = serialAndCores.split(" ");
        double serial = Double.parseDouble(parts[0]);
        int cores = Integer.parseInt(parts[1]);
        return shareOfTheBest(at -> 1 / (serial + (1 - serial) / Math.min(at, cores)));
    }

    private double shareOfTheBest(IntToDoubleFunction throughput) throws InterruptedException {
        AdaptiveChunkGate gate = gate(3, throughput);
        database.write(gate, 1000);
        double best =
                IntStream.of(1, 2, 4, 8, 16, 32).mapToDouble(throughput).max().orElseThrow();

        double seconds = database.write(gate, 6000);

        return 6000 * 0.2 / best / seconds;
    }

    @Test
    void fallsWhenChunksInEachOthersWayGetSlower() throws Exception {
        AdaptiveChunkGate gate = gate(1, at -> Math.min(at, 8));
        database.write(gate, 500);
        int before = database.usualLimit(List.of(gate), () -> {});

        database.become(at -> Math.min(at, 2));
        database.write(gate, 500);

        assertThat(before).isBetween(6, 15);
        assertThat(database.usualLimit(List.of(gate), () -> {})).isBetween(2, 4);
    }

    @Test
    void goesBackToOneWhenASecondChunkOnlyHarms() throws Exception {
        AdaptiveChunkGate gate = gate(1, at -> at == 1 ? 1 : 0.6);

        database.write(gate, 100);

        assertThat(database.limits(gate, 100, 10).stream().filter(limit -> limit == 1))
                .hasSizeGreaterThan(90);
    }

    /** Chunks at the end of a job are fast because they are alone, and say nothing of the limit. */
    @ParameterizedTest
    @ValueSource(ints = {5, 8, 15, 30})
    void shortJobsFindALimitTogether(int chunks) throws Exception {
        List<Integer> later = new ArrayList<>();
        for (int seed = 1; seed <= 10; seed++) {
            AdaptiveChunkGate gate = gate(seed, TWO_CORES);
            for (int written = 0; written < 6000; written += chunks) {
                database.job(gate, chunks);
                if (written > 3000) {
                    later.add(gate.limit());
                }
            }
        }

        assertThat(later.stream().filter(limit -> limit >= 2 && limit <= 4)).hasSizeGreaterThan(later.size() * 8 / 10);
    }

    @Test
    void limitThatIsNeverUsedIsGivenUp() throws Exception {
        AdaptiveChunkGate gate = gate(1, at -> Math.min(at, 8));
        database.write(gate, 40);
        int tried = gate.limit();
        boolean searching = gate.phase() == ClusterShare.Phase.TRYING;
        database.finish();

        for (int i = 0; i < 200; i++) {
            database.job(gate, 1);
        }

        assertThat(tried).isGreaterThan(2);
        assertThat(searching).isTrue();
        assertThat(gate.phase()).isEqualTo(ClusterShare.Phase.SETTLED);
        assertThat(gate.limit()).as("of those that were judged").isBetween(1, tried - 1);
    }

    @Test
    void neverGoesAboveItsCeiling() throws Exception {
        database = new SimulatedDatabase(1, 2000, at -> at);
        AdaptiveChunkGate gate = gate(3);

        for (int i = 0; i < 100; i++) {
            database.write(gate, 5);
            assertThat(gate.limit()).isBetween(1, 3);
        }

        assertThat(gate.limit()).isEqualTo(gate.ceiling()).isEqualTo(3);
        assertThat(gate.reason()).startsWith("share of connections");
    }

    @Test
    void chunksThatFailAtOnceSayNothingOfTheDatabase() throws Exception {
        AdaptiveChunkGate gate = gate(32);
        database.write(gate, 100);
        int before = gate.limit();

        database.fail();
        database.write(gate, 100);

        assertThat(gate.limit()).isEqualTo(before);
    }

    @Test
    void anotherKindOfWorkIsComparedWithItselfAlone() throws Exception {
        AdaptiveChunkGate gate = gate(32);
        database.write(gate, 100);
        database.finish();
        database = new SimulatedDatabase(3, 5, TWO_CORES);

        database.write(gate, 100);

        assertThat(gate.limit()).isBetween(2, 4);
    }

    /** Each is done sooner than a search for a limit, so what was found has to hold for the next one. */
    @ParameterizedTest
    @ValueSource(strings = {"1 1", "1 1.8", "1 10", "1 100"})
    void jobsOfSeveralKindsFindALimitTogether(String costs) throws Exception {
        IntToDoubleFunction throughput = at -> 1 / (0.03 + 0.97 / Math.min(at, 16));
        AdaptiveChunkGate gate = gate(5, throughput);
        double seconds = 0;
        double best = 0;
        for (int job = 0; job < 200; job++) {
            double cost = Double.parseDouble(costs.split(" ")[job % 2]);
            database.chunksCost(cost);
            double took = database.job(gate, 75);
            if (job >= 40) {
                seconds += took;
                best += 75 * cost * 0.2 / throughput.applyAsDouble(16);
            }
        }

        assertThat(best / seconds).isGreaterThan(0.7);
    }

    @Test
    void anImportLikeThoseBeforeIsNotHeldUp() throws Exception {
        AdaptiveChunkGate gate = settledAfterJobs(1);

        try (ChunkGate.Permit first = gate.enter("another", 2000)) {
            assertThat(gate.isFull()).isFalse();
            first.written();
        }
    }

    @Test
    void whereImportsDifferEachHasAChunkAlone() throws Exception {
        AdaptiveChunkGate gate = settledAfterJobs(3);

        try (ChunkGate.Permit first = gate.enter("another", 2000)) {
            assertThat(gate.isFull()).isTrue();
            first.written();
        }
    }

    /** Every second one costs so many times as much as the others. */
    private AdaptiveChunkGate settledAfterJobs(double cost) throws InterruptedException {
        AdaptiveChunkGate gate = gate(5, at -> Math.min(at, 16));
        for (int job = 0; job < 30 || gate.phase() != ClusterShare.Phase.SETTLED; job++) {
            database.chunksCost(job % 2 == 0 ? 1 : cost);
            database.job(gate, 100);
        }
        assertThat(gate.limit()).isGreaterThan(8);
        return gate;
    }

    @Test
    void whoWaitsIsLetInWhenSomebodyIsDone() throws Exception {
        AdaptiveChunkGate gate = gate(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            ChunkGate.Permit first = gate.enter("job", 1);
            Future<ChunkGate.Permit> second = threads.submit(() -> gate.enter("job", 1));
            assertThatThrownBy(() -> second.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            first.close();

            second.get(30, TimeUnit.SECONDS).close();
            assertThat(gate.isBusy()).isFalse();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void permitThatIsClosedTwiceIsOne() throws Exception {
        AdaptiveChunkGate gate = gate(1);
        ChunkGate.Permit permit = gate.enter("job", 1);

        permit.close();
        permit.close();

        assertThat(gate.isFull()).isFalse();
        ChunkGate.Permit next = gate.enter("job", 1);
        assertThat(gate.isFull()).isTrue();
        next.close();
    }

    @Test
    void ceilingBelowOneIsRefused() {
        assertThatThrownBy(() -> gate(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ceiling 0 is below 1");
    }
}
