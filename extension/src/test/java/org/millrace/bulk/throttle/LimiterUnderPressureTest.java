package org.millrace.bulk.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ConcurrencyLimiter;

/** Reduction of the limiter under back-pressure. */
class LimiterUnderPressureTest {
    private static final long SECOND = 1_000_000_000;
    private static final Optional<String> NOTHING = Optional.empty();
    private static final Optional<String> LOGINS = Optional.of("login latency");

    private final SimulatedDatabase database = new SimulatedDatabase(1, 2000, at -> 1);

    private AdaptiveConcurrencyLimiter limiter(IntToDoubleFunction throughput) {
        database.become(throughput);
        return new AdaptiveConcurrencyLimiter(32, database::nanoTime);
    }

    @Test
    void backsOffUnderPressureAndRecoversByOne() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(at -> Math.min(at, 8));
        database.write(limiter, 500);
        int before = limiter.limit();

        limiter.observe(LOGINS);
        int pressed = limiter.limit();
        String reason = limiter.reason();
        limiter.observe(NOTHING);
        int afterOneLook = limiter.limit();
        for (int i = 1; i < 5; i++) {
            limiter.observe(NOTHING);
        }

        assertThat(pressed).isLessThan(before);
        assertThat(reason).isEqualTo("login latency");
        assertThat(afterOneLook).isEqualTo(pressed);
        assertThat(limiter.limit()).isEqualTo(pressed + 1);
    }

    @Test
    void lastingPressureLeavesOneChunk() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(at -> Math.min(at, 8));
        database.write(limiter, 500);

        for (int i = 0; i < 20; i++) {
            limiter.observe(LOGINS);
            assertThat(limiter.limit()).isPositive();
        }
        database.write(limiter, 50);

        assertThat(limiter.limit()).isEqualTo(1);
        assertThat(limiter.reason()).isEqualTo("login latency");
    }

    @Test
    void pressureFromASingleChunkDividesItWithPauses() throws Exception {
        AtomicLong clock = new AtomicLong();
        AdaptiveConcurrencyLimiter limiter = new AdaptiveConcurrencyLimiter(8, clock::get);
        assertThat(recordsAtOnce(limiter, 2000)).isEqualTo(2000);

        suffer(limiter, 6);
        int records;
        try (ConcurrencyLimiter.Permit piece = limiter.enter("job", 2000)) {
            records = piece.records();
            clock.addAndGet(SECOND / 10);
        }
        boolean resting = limiter.isFull();
        clock.addAndGet(3 * SECOND / 10);
        boolean stillResting = limiter.isFull();

        assertThat(records).isLessThan(200);
        assertThat(recordsAtOnce(limiter, 20)).isEqualTo(20);
        assertThat(resting).isTrue();
        assertThat(stillResting).as("after three times as long").isFalse();
        assertThat(limiter.limit()).isEqualTo(1);
    }

    @Test
    void pausesEndWithThePressureAndNeverStopAnImport() throws Exception {
        AtomicLong clock = new AtomicLong();
        AdaptiveConcurrencyLimiter limiter = new AdaptiveConcurrencyLimiter(8, clock::get);
        suffer(limiter, 1000);
        try (ConcurrencyLimiter.Permit piece = limiter.enter("job", 2000)) {
            clock.addAndGet(SECOND / 10);
            assertThat(piece.records()).isPositive();
        }
        assertThat(limiter.isFull()).isTrue();
        clock.addAndGet(9 * SECOND / 10);
        assertThat(limiter.isFull()).as("after nine times as long").isFalse();

        for (int look = 0; look < 1000; look++) {
            limiter.observe(NOTHING);
        }

        assertThat(recordsAtOnce(limiter, 2000)).isEqualTo(2000);
        assertThat(limiter.isFull()).isFalse();
    }

    @Test
    void whatSufferedFromAnImportBeforeIsForgottenInTheNextOne() throws Exception {
        AtomicLong clock = new AtomicLong();
        AdaptiveConcurrencyLimiter limiter = new AdaptiveConcurrencyLimiter(8, clock::get);
        suffer(limiter, 1000);

        clock.addAndGet(59 * SECOND);
        limiter.observe(NOTHING);
        int soon = recordsAtOnce(limiter, 2000);
        clock.addAndGet(61 * SECOND);
        limiter.observe(NOTHING);

        assertThat(soon).isLessThan(2000);
        assertThat(recordsAtOnce(limiter, 2000)).isEqualTo(2000);
    }

    @Test
    void aWriterContinuesWhenItsPauseEnds() throws Exception {
        AdaptiveConcurrencyLimiter limiter = new AdaptiveConcurrencyLimiter(8, System::nanoTime);
        suffer(limiter, 6);
        try (ConcurrencyLimiter.Permit piece = limiter.enter("job", 2000)) {
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
            assertThat(piece.records()).isLessThan(2000);
        }
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            threads.submit(() -> limiter.enter("job", 2000))
                    .get(30, TimeUnit.SECONDS)
                    .close();
        } finally {
            threads.shutdownNow();
        }
    }

    /** The clock stands before the end of the pause once, and behind it whenever it is read again. */
    @Test
    void pauseThatEndsWhileItIsLookedAtIsNotWaitedForWithoutEnd() throws Exception {
        AtomicLong clock = new AtomicLong();
        AtomicLong step = new AtomicLong();
        AdaptiveConcurrencyLimiter limiter = new AdaptiveConcurrencyLimiter(8, () -> clock.getAndAdd(step.get()));
        suffer(limiter, 6);
        try (ConcurrencyLimiter.Permit piece = limiter.enter("job", 2000)) {
            clock.addAndGet(SECOND / 10);
            assertThat(piece.records()).isLessThan(2000);
        }
        assertThat(limiter.isFull()).isTrue();
        step.set(SECOND);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            threads.submit(() -> limiter.enter("job", 2000))
                    .get(30, TimeUnit.SECONDS)
                    .close();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void suffer(AdaptiveConcurrencyLimiter limiter, int looks) {
        for (int look = 0; look < looks; look++) {
            limiter.observe(LOGINS);
        }
    }

    private static int recordsAtOnce(AdaptiveConcurrencyLimiter limiter, int records) throws InterruptedException {
        try (ConcurrencyLimiter.Permit permit = limiter.enter("job", records)) {
            return permit.records();
        }
    }

    @Test
    void whatSufferedAtTheVeryBeginningDoesNotHoldForGood() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(at -> Math.min(at, 8));
        limiter.observe(LOGINS);
        database.write(limiter, 20);

        for (int look = 0; look < 200; look++) {
            limiter.observe(NOTHING);
            database.write(limiter, 5);
        }

        assertThat(limiter.limit()).isGreaterThan(4);
        assertThat(limiter.reason()).isNotEqualTo("login latency");
    }

    @Test
    void limitIsRaisedMoreRarelyTheMoreOftenThatWasTooEarly() throws Exception {
        AdaptiveConcurrencyLimiter limiter = limiter(at -> Math.min(at, 2));
        database.write(limiter, 100);
        int raised = 0;

        for (int look = 0; look < 300; look++) {
            int before = limiter.limit();
            limiter.observe(before > 1 ? LOGINS : NOTHING);
            raised += limiter.limit() > before ? 1 : 0;
        }

        assertThat(raised).isBetween(3, 8);
    }
}
