package org.millrace.advisor.rule.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ThreadsWithoutConnectionsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ThreadsWithoutConnections();
    }

    @Override
    protected Windows firing() {
        return waiting(5);
    }

    @Override
    protected Windows quiet() {
        return waiting(4);
    }

    private static Windows waiting(int seconds) {
        return Windows.of(60)
                .during(seconds, ThreadSignals.WAITING_FOR_CONNECTION, 30, 0)
                .with(ThreadSignals.BUSY, 50)
                .with(ThreadSignals.MAX, 50)
                .with(PoolSignals.MAX, 20);
    }

    @Test
    void threadsAreLoweredToWhatTheConnectionsServe() {
        assertThat(finding().change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "50", "20"));
        assertThat(finding(waiting(5).with(PoolSignals.MAX, 5).with(ThreadSignals.WAITING_FOR_CONNECTION, 45))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("16");
    }

    @Test
    void poolIsTheLeverWhereTheDatabaseHasRoomForALargerOne() {
        Finding finding = finding(idleDatabase());

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).contains("a larger pool comes first (KC-POOL-001)");
    }

    @Test
    void threadsAreLoweredWhereALargerPoolWouldNotHelp() {
        assertThat(to(idleDatabase().with(PostgresSignals.WAITING_FOR_LOCK, 3))).isEqualTo("20");
        assertThat(to(idleDatabase().with(PostgresSignals.SESSIONS, 90))).isEqualTo("20");
        assertThat(to(idleDatabase().without(PostgresSignals.SESSIONS))).isEqualTo("20");
        assertThat(to(idleDatabase().without(PoolSignals.AWAITING))).isEqualTo("20");
        assertThat(to(idleDatabase().with(PostgresSignals.CORES, 2))).isEqualTo("20");
        assertThat(to(idleDatabase().with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 10)))
                .isEqualTo("20");
        assertThat(to(idleDatabase().with(JvmSignals.PROCESSORS, 4).with(JvmSignals.CPU_TIME, 0, 3.9)))
                .isEqualTo("20");
    }

    private String to(Windows window) {
        return String.valueOf(
                finding(window).change().orElseThrow().apply().get(0).to());
    }

    /** Of two hundred threads all are busy, and nine of ten wait for a connection. */
    private static Windows idleDatabase() {
        return Windows.of(60)
                .with(ThreadSignals.WAITING_FOR_CONNECTION, 180)
                .with(ThreadSignals.BUSY, 200)
                .with(ThreadSignals.MAX, 200)
                .with(PoolSignals.MAX, 20)
                .with(PoolSignals.ACTIVE, 20)
                .with(PoolSignals.AWAITING, 180)
                .with(PostgresSignals.ACTIVE, 3)
                .with(PostgresSignals.RUNNING, 2)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0)
                .with(PostgresSignals.WAITING_FOR_IO, 0)
                .with(PostgresSignals.CORES, 8)
                .with(PostgresSignals.SESSIONS, 22)
                .with(PostgresSignals.MAX_CONNECTIONS, 100)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3);
    }

    @Test
    void withAsManyConnectionsSomethingElseIsWrong() {
        assertQuiet(firing().with(PoolSignals.MAX, 50));
    }
}
