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

/** Reduction of the gate under back-pressure. */
class LimiterUnderPressureTest {
    private static final long SECOND = 1_000_000_000;
    private static final Optional<String> NOTHING = Optional.empty();
    private static final Optional<String> LOGINS = Optional.of("login latency");

    private final SimulatedDatabase database = new SimulatedDatabase(1, 2000, at -> 1);

    private AdaptiveConcurrencyLimiter gate(IntToDoubleFunction throughput) {
        database.become(throughput);
        return new AdaptiveConcurrencyLimiter(32, database::nanoTime);
    }

    @Test
    void backsOffUnderPressureAndRecoversByOne() throws Exception {
        AdaptiveConcurrencyLimiter gate = gate(at -> Math.min(at, 8));
        database.write(gate, 500);
        int before = gate.limit();

        gate.observe(LOGINS);
        int pressed = gate.limit();
        String reason = gate.reason();
        gate.observe(NOTHING);
        int afterOneLook = gate.limit();
        for (int i = 1; i < 5; i++) {
            gate.observe(NOTHING);
        }

        assertThat(pressed).isLessThan(before);
        assertThat(reason).isEqualTo("login latency");
        assertThat(afterOneLook).isEqualTo(pressed);
        assertThat(gate.limit()).isEqualTo(pressed + 1);
    }

    @Test
    void lastingPressureLeavesOneChunk() throws Exception {
        AdaptiveConcurrencyLimiter gate = gate(at -> Math.min(at, 8));
        database.write(gate, 500);

        for (int i = 0; i < 20; i++) {
            gate.observe(LOGINS);
            assertThat(gate.limit()).isPositive();
        }
        database.write(gate, 50);

        assertThat(gate.limit()).isEqualTo(1);
        assertThat(gate.reason()).isEqualTo("login latency");
    }

    @Test
    void pressureFromASingleChunkDividesItWithPauses() throws Exception {
        AtomicLong clock = new AtomicLong();
        AdaptiveConcurrencyLimiter gate = new AdaptiveConcurrencyLimiter(8, clock::get);
        assertThat(recordsAtOnce(gate, 2000)).isEqualTo(2000);

        suffer(gate, 6);
        int records;
        try (ConcurrencyLimiter.Permit piece = gate.enter("job", 2000)) {
            records = piece.records();
            clock.addAndGet(SECOND / 10);
        }
        boolean resting = gate.isFull();
        clock.addAndGet(3 * SECOND / 10);
        boolean stillResting = gate.isFull();

        assertThat(records).isLessThan(200);
        assertThat(recordsAtOnce(gate, 20)).isEqualTo(20);
        assertThat(resting).isTrue();
        assertThat(stillResting).as("after three times as long").isFalse();
        assertThat(gate.limit()).isEqualTo(1);
    }

    @Test
    void pausesEndWithThePressureAndNeverStopAnImport() throws Exception {
        AtomicLong clock = new AtomicLong();
        AdaptiveConcurrencyLimiter gate = new AdaptiveConcurrencyLimiter(8, clock::get);
        suffer(gate, 1000);
        try (ConcurrencyLimiter.Permit piece = gate.enter("job", 2000)) {
            clock.addAndGet(SECOND / 10);
            assertThat(piece.records()).isPositive();
        }
        assertThat(gate.isFull()).isTrue();
        clock.addAndGet(9 * SECOND / 10);
        assertThat(gate.isFull()).as("after nine times as long").isFalse();

        for (int look = 0; look < 1000; look++) {
            gate.observe(NOTHING);
        }

        assertThat(recordsAtOnce(gate, 2000)).isEqualTo(2000);
        assertThat(gate.isFull()).isFalse();
    }

    @Test
    void whatSufferedFromAnImportBeforeIsForgottenInTheNextOne() throws Exception {
        AtomicLong clock = new AtomicLong();
        AdaptiveConcurrencyLimiter gate = new AdaptiveConcurrencyLimiter(8, clock::get);
        suffer(gate, 1000);

        clock.addAndGet(59 * SECOND);
        gate.observe(NOTHING);
        int soon = recordsAtOnce(gate, 2000);
        clock.addAndGet(61 * SECOND);
        gate.observe(NOTHING);

        assertThat(soon).isLessThan(2000);
        assertThat(recordsAtOnce(gate, 2000)).isEqualTo(2000);
    }

    @Test
    void aWriterContinuesWhenItsPauseEnds() throws Exception {
        AdaptiveConcurrencyLimiter gate = new AdaptiveConcurrencyLimiter(8, System::nanoTime);
        suffer(gate, 6);
        try (ConcurrencyLimiter.Permit piece = gate.enter("job", 2000)) {
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
            assertThat(piece.records()).isLessThan(2000);
        }
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            threads.submit(() -> gate.enter("job", 2000))
                    .get(30, TimeUnit.SECONDS)
                    .close();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void suffer(AdaptiveConcurrencyLimiter gate, int looks) {
        for (int look = 0; look < looks; look++) {
            gate.observe(LOGINS);
        }
    }

    private static int recordsAtOnce(AdaptiveConcurrencyLimiter gate, int records) throws InterruptedException {
        try (ConcurrencyLimiter.Permit permit = gate.enter("job", records)) {
            return permit.records();
        }
    }

    @Test
    void whatSufferedAtTheVeryBeginningDoesNotHoldForGood() throws Exception {
        AdaptiveConcurrencyLimiter gate = gate(at -> Math.min(at, 8));
        gate.observe(LOGINS);
        database.write(gate, 20);

        for (int look = 0; look < 200; look++) {
            gate.observe(NOTHING);
            database.write(gate, 5);
        }

        assertThat(gate.limit()).isGreaterThan(4);
        assertThat(gate.reason()).isNotEqualTo("login latency");
    }

    @Test
    void limitIsRaisedMoreRarelyTheMoreOftenThatWasTooEarly() throws Exception {
        AdaptiveConcurrencyLimiter gate = gate(at -> Math.min(at, 2));
        database.write(gate, 100);
        int raised = 0;

        for (int look = 0; look < 300; look++) {
            int before = gate.limit();
            gate.observe(before > 1 ? LOGINS : NOTHING);
            raised += gate.limit() > before ? 1 : 0;
        }

        assertThat(raised).isBetween(3, 8);
    }
}
