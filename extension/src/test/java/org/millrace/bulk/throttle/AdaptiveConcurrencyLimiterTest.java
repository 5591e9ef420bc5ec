package org.millrace.bulk.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.millrace.bulk.chunk.ConcurrencyLimiter;

class AdaptiveConcurrencyLimiterTest {
    /** What two cores do that the database shares with the server. */
    private static final IntToDoubleFunction TWO_CORES = at -> at == 1 ? 1 : at == 2 ? 1.9 : 1.97;

    private SimulatedDatabase database = new SimulatedDatabase(1, 2000, TWO_CORES);

    private AdaptiveConcurrencyLimiter limiter(int maximum) {
        return new AdaptiveConcurrencyLimiter(maximum, () -> database.nanoTime());
    }

    private AdaptiveConcurrencyLimiter limiter(long seed, IntToDoubleFunction throughput) {
        database = new SimulatedDatabase(seed, 2000, throughput);
        return limiter(32);
    }

    @Test
    void beginsWithADefault() {
        AdaptiveConcurrencyLimiter limiter = limiter(8);

        assertThat(limiter.limit()).isEqualTo(4);
        assertThat(limiter.reason()).isEqualTo("default");
        assertThat(limiter.isBusy()).isFalse();
    }

    @Test
    void fiftyChunksTakeLittleLongerThanWithTheBestLimitFromTheStart() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(32);

        double seconds = database.write(limiter, 50);

        double best = 50 * 0.2 / TWO_CORES.applyAsDouble(2);
        assertThat(seconds).isLessThan(1.08 * best);
    }

    /** Amdahl's law with different shares that cannot be done at once, up to as many as there are cores or disks. */
    @ParameterizedTest
    @ValueSource(strings = {"0.5 2", "0.1 2", "0.05 4", "0.1 4", "0.02 8", "0.9 8"})
    void throughputComesWithinATenthOfTheBest(String serialAndCores) throws Exception {
        assertThat(shareOfTheBest(serialAndCores)).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.01 16", "0.03 16", "0 32"})
    void manyCoresAreFoundToo(String serialAndCores) throws Exception {
        assertThat(shareOfTheBest(serialAndCores)).isGreaterThan(0.9);
    }

    /**
     * The scheduler gives more processor time to the process with more threads, while one processor is busy otherwise; here,
     * eight chunks get as much as more do.
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

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 32})
    void climberDoesAtLeastAsMuchAsTheDefault(int cores) throws Exception {
        IntToDoubleFunction throughput = at -> 1 / (0.01 + 0.99 / Math.min(at, cores));
        double best = throughput.applyAsDouble(cores);

        assertThat(shareOfTheBest(throughput))
                .isGreaterThan(0.95 * throughput.applyAsDouble(ThroughputClimber.DEFAULT) / best)
                .isGreaterThan(0.85);
    }

    private double shareOfTheBest(String serialAndCores) throws InterruptedException {
        String[] parts = serialAndCores.split(" ");
        double serial = Double.parseDouble(parts[0]);
        int cores = Integer.parseInt(parts[1]);
        return shareOfTheBest(at -> 1 / (serial + (1 - serial) / Math.min(at, cores)));
    }

    private double shareOfTheBest(IntToDoubleFunction throughput) throws InterruptedException {
        AdaptiveConcurrencyLimiter limiter = limiter(3, throughput);
        database.write(limiter, 1000);
        double best =
                IntStream.of(1, 2, 4, 8, 16, 32).mapToDouble(throughput).max().orElseThrow();

        double seconds = database.write(limiter, 6000);

        return 6000 * 0.2 / best / seconds;
    }

    @Test
    void neverGoesAboveItsCeiling() throws Exception {
        database = new SimulatedDatabase(1, 2000, at -> at);
        AdaptiveConcurrencyLimiter limiter = limiter(3);

        for (int i = 0; i < 100; i++) {
            database.write(limiter, 5);
            assertThat(limiter.limit()).isBetween(1, 3);
        }

        assertThat(limiter.limit()).isEqualTo(limiter.maximum()).isEqualTo(3);
        assertThat(limiter.reason()).startsWith("share of connections");
    }

    @Test
    void chunksThatFailAtOnceSayNothingOfTheDatabase() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(32);
        database.write(limiter, 100);
        int before = limiter.limit();

        database.fail();
        database.write(limiter, 100);

        assertThat(limiter.limit()).isEqualTo(before);
    }

    /** Most of an hour; a probe takes about a second in twenty. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void twoCoresGetFewChunks(long seed) throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(seed, TWO_CORES);
        database.write(limiter, 200);
        long begun = database.nanoTime();

        List<Integer> limits = database.limits(limiter, 300, 50);

        double seconds = (database.nanoTime() - begun) / 1e9;
        assertThat(limits).allSatisfy(limit -> assertThat(limit).isBetween(1, 8));
        assertThat(limits.stream().filter(limit -> limit >= 2 && limit <= 4)).hasSizeGreaterThan(270);
        assertThat(seconds).isLessThan(1.05 * 15_000 * 0.2 / TWO_CORES.applyAsDouble(3));
        assertThat(limiter.reason()).isEqualTo("chunk throughput");
    }

    @Test
    void fallsWhenTheDatabaseDoesLess() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(1, at -> Math.min(at, 8));
        database.write(limiter, 3000);
        int before = limiter.limit();

        database.become(at -> Math.min(at, 2));
        database.write(limiter, 6000);

        assertThat(before).isBetween(6, 13);
        assertThat(limiter.found()).isBetween(2, 4);
    }

    @Test
    void goesBackToOneWhenASecondChunkOnlyHarms() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(1, at -> at == 1 ? 1 : 0.6);

        database.write(limiter, 2000);

        assertThat(limiter.found()).isEqualTo(1);
    }

    /** A probe takes some hundred chunks of one import. */
    @ParameterizedTest
    @ValueSource(ints = {5, 15, 30})
    void shortJobsKeepTheDefault(int chunks) throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(7, TWO_CORES);

        for (int written = 0; written < 3000; written += chunks) {
            database.job(limiter, chunks);
        }

        assertThat(limiter.limit()).isEqualTo(4);
    }

    /** The costs of their records differ, which must not be taken for an effect of the limit. */
    @ParameterizedTest
    @ValueSource(doubles = {1.8, 10, 100})
    void importsOfSeveralKindsFindALimit(double cost) throws Exception {
        IntToDoubleFunction throughput = at -> 1 / (0.03 + 0.97 / Math.min(at, 16));
        AdaptiveConcurrencyLimiter limiter = limiter(5, throughput);
        double seconds = 0;
        double best = 0;
        for (int job = 0; job < 60; job++) {
            double costs = job % 2 == 0 ? 1 : cost;
            database.chunksCost(costs);
            double took = database.job(limiter, 800);
            if (job >= 10) {
                seconds += took;
                best += 800 * costs * 0.2 / throughput.applyAsDouble(16);
            }
        }

        assertThat(best / seconds).isGreaterThan(0.8);
    }

    @Test
    void importThatCannotUseTheLimitChangesNothing() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(1, at -> Math.min(at, 8));

        for (int i = 0; i < 500; i++) {
            database.job(limiter, 2);
        }

        assertThat(limiter.limit()).isEqualTo(4);
    }

    @Test
    void nodesShareTheLimit() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(1, at -> Math.min(at, 8));
        database.write(limiter, 3000);
        int alone = limiter.found();

        limiter.share(2);
        int ofTwo = limiter.limit();
        String reason = limiter.reason();
        database.write(limiter, 1000);
        int later = limiter.limit();
        limiter.share(100);

        assertThat(ofTwo).isEqualTo(Math.round(alone / 2f));
        assertThat(reason).isEqualTo("share of 2 nodes");
        assertThat(later).as("no other limit is tried").isEqualTo(ofTwo);
        assertThat(limiter.limit()).isEqualTo(1);
        assertThat(limiter.total()).isEqualTo(100);
        limiter.share(1);
        assertThat(limiter.limit()).isEqualTo(alone);
    }

    @Test
    void twoNodesTogetherWriteAboutAsFastAsOne() throws Exception {
        AdaptiveConcurrencyLimiter one = limiter(3, TWO_CORES);
        double alone = database.write(one, 3000);
        List<AdaptiveConcurrencyLimiter> two =
                List.of(limiter(3, TWO_CORES), new AdaptiveConcurrencyLimiter(32, () -> database.nanoTime()));
        two.forEach(limiter -> limiter.share(2));

        double together = database.write(two, 3000, () -> {});

        assertThat(together).isLessThan(1.05 * alone);
    }

    @Test
    void aWaitingWriterContinuesWhenAPermitIsReleased() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            ConcurrencyLimiter.Permit first = limiter.enter("job", 1);
            Future<ConcurrencyLimiter.Permit> second = threads.submit(() -> limiter.enter("job", 1));
            assertThatThrownBy(() -> second.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            first.close();

            second.get(30, TimeUnit.SECONDS).close();
            assertThat(limiter.isBusy()).isFalse();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void permitThatIsClosedTwiceIsOne() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(1);
        ConcurrencyLimiter.Permit permit = limiter.enter("job", 1);

        permit.close();
        permit.close();

        assertThat(limiter.isFull()).isFalse();
        ConcurrencyLimiter.Permit next = limiter.enter("job", 1);
        assertThat(limiter.isFull()).isTrue();
        next.close();
    }

    @Test
    void maximumBelowOneIsRejected() {
        assertThatThrownBy(() -> limiter(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maximum 0 is below 1");
    }
}
