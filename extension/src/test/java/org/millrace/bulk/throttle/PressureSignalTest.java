package org.millrace.bulk.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ConcurrencyLimiter;

class PressureSignalTest {
    private final AtomicLong clock = new AtomicLong(Duration.ofHours(1).toNanos());
    private final LoginTimes logins = new LoginTimes();
    private final LoginGuard guard = new LoginGuard(logins, clock::get, 1.25);

    private void advance(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    /** A hundred logins over ten seconds, one of ten slower than the others. */
    private void log(Duration most) {
        for (int i = 0; i < 100; i++) {
            advance(Duration.ofMillis(100));
            long nanos = i % 10 == 0 ? most.toNanos() : most.toNanos() / 2;
            logins.add(clock.get(), nanos);
        }
    }

    @Test
    void requestsThatWaitForConnectionsAreNoticedAtTheSecondLook() {
        AtomicLong awaiting = new AtomicLong(3);
        PoolPressure pool = new PoolPressure(awaiting::get);

        assertThat(pool.look()).isEmpty();
        assertThat(pool.look()).contains("connections awaited");
        awaiting.set(0);
        assertThat(pool.look()).isEmpty();
    }

    @Test
    void loginsThatGetSlowerAreNoticed() {
        log(Duration.ofMillis(100));
        guard.begin();

        log(Duration.ofMillis(120));
        assertThat(guard.look()).isEmpty();

        log(Duration.ofMillis(150));
        assertThat(guard.look()).contains("login latency");
    }

    @Test
    void someMillisecondsAreNotNoticed() {
        log(Duration.ofMillis(10));
        guard.begin();

        log(Duration.ofMillis(14));
        assertThat(guard.look()).isEmpty();

        log(Duration.ofMillis(16));
        assertThat(guard.look()).contains("login latency");
    }

    @Test
    void levelIsThatBeforeTheImportAlsoAfterAShortPause() {
        log(Duration.ofMillis(100));
        guard.begin();
        log(Duration.ofMillis(400));
        assertThat(guard.look()).contains("login latency");

        advance(Duration.ofSeconds(30));
        guard.begin();
        log(Duration.ofMillis(400));

        assertThat(guard.look()).contains("login latency");
    }

    @Test
    void longPauseIsANewLevel() {
        log(Duration.ofMillis(100));
        guard.begin();
        assertThat(guard.look()).isEmpty();
        for (int i = 0; i < 10; i++) {
            log(Duration.ofMillis(400));
        }
        guard.begin();

        log(Duration.ofMillis(400));

        assertThat(guard.look()).isEmpty();
    }

    @Test
    void fewLoginsSayNothing() {
        guard.begin();
        log(Duration.ofMillis(400));
        assertThat(guard.look()).isEmpty();

        advance(Duration.ofMinutes(2));
        assertThat(logins.p95(clock.get(), Duration.ofSeconds(10), 1)).isEmpty();
        assertThat(guard.look()).isEmpty();
    }

    @Test
    void percentileIsThatOfTheTimeAskedFor() {
        log(Duration.ofMillis(100));
        log(Duration.ofMillis(300));

        assertThat(logins.p95(clock.get(), Duration.ofSeconds(5), 10)).hasValue(300_000_000);
        assertThat(logins.p95(clock.get() - 10_000_000_000L, Duration.ofSeconds(5), 10))
                .hasValue(100_000_000);
    }

    @Test
    void locksAreTroubleWhenTheyAreWaitedForInARow() {
        DatabaseWaits waits = waits();

        assertThat(waits.judged(1, 0, 2)).isEmpty();
        assertThat(waits.judged(1, 0, 2)).isEmpty();
        assertThat(waits.judged(1, 0, 2)).contains("lock waits");
        assertThat(waits.judged(0, 0, 2)).isEmpty();
        assertThat(waits.judged(1, 0, 2)).isEmpty();
    }

    @Test
    void commitsAreTroubleWhenMostSessionsDoNothingElse() {
        DatabaseWaits few = waits();
        DatabaseWaits some = waits();
        DatabaseWaits most = waits();
        List<Optional<String>> last = new ArrayList<>();

        for (int i = 0; i < 3; i++) {
            last = List.of(few.judged(0, 2, 2), some.judged(0, 4, 8), most.judged(0, 6, 8));
        }

        assertThat(last).containsExactly(Optional.empty(), Optional.empty(), Optional.of("commit waits"));
    }

    @Test
    void poolWithoutConnectionsIsNoticedWithoutItsMeters() {
        DatabaseWaits waits = new DatabaseWaits(
                () -> {
                    advance(Duration.ofSeconds(5));
                    throw new SQLException("acquisition timeout");
                },
                clock::get);

        assertThat(waits.look()).isEmpty();
        assertThat(waits.look()).contains("connections awaited");
    }

    private DatabaseWaits waits() {
        return new DatabaseWaits(
                () -> {
                    throw new SQLException("not expected");
                },
                clock::get);
    }

    @Test
    void maximumIsTheSmallestShare() {
        long gibibyte = 1024L * 1024 * 1024;

        assertThat(ConcurrencyMaximum.of(100, 50, 8 * gibibyte)).isEqualTo(25);
        assertThat(ConcurrencyMaximum.of(10, 50, 8 * gibibyte)).isEqualTo(5);
        assertThat(ConcurrencyMaximum.of(100, 0, gibibyte / 2)).isEqualTo(4);
        assertThat(ConcurrencyMaximum.of(1, 1, 1)).isEqualTo(1);
        assertThat(ConcurrencyMaximum.of(1000, 1000, 100 * gibibyte)).isEqualTo(32);
    }

    @Test
    void looksAreTakenWhileChunksAreWritten() throws Exception {
        AdaptiveConcurrencyLimiter limiter = new AdaptiveConcurrencyLimiter(8, clock::get);
        List<String> seen = new ArrayList<>();
        PressureSignal pressure = new PressureSignal() {
            @Override
            public void begin() {
                seen.add("begin");
            }

            @Override
            public Optional<String> look() {
                seen.add("look");
                return Optional.of("anything");
            }
        };
        NodeCount alone = new NodeCount(
                new WritingNodeTable(() -> {
                    throw new SQLException("there is no other node");
                }),
                System::nanoTime);
        ThrottleLoop pacemaker = new ThrottleLoop(limiter, List.of(pressure, pressure), alone);

        pacemaker.look();
        assertThat(seen).isEmpty();
        try (ConcurrencyLimiter.Permit permit = limiter.enter("job", 1)) {
            pacemaker.look();
            pacemaker.look();
            permit.written();
        }
        pacemaker.look();

        assertThat(seen).containsExactly("begin", "begin", "look", "look", "look", "look");
        assertThat(limiter.reason()).isEqualTo("anything");
    }

    @Test
    void loginsAreThoseOfEveryRealm() {
        assertThat("/realms/acme/protocol/openid-connect/token").matches(LoginRoute.pattern("/"));
        assertThat("/auth/realms/acme/login-actions/authenticate").matches(LoginRoute.pattern("/auth/"));
        assertThat("/realms/acme/protocol/openid-connect/certs").doesNotMatch(LoginRoute.pattern("/"));
        assertThat("/admin/realms/acme/users").doesNotMatch(LoginRoute.pattern("/"));
    }
}
