package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.rule.Finding;

/**
 * The article "How cutting resources in half made our Keycloak migration six times faster", from its figures: the diagnosis
 * names in each phase what its authors came to change next, and holds back what would have made it worse.
 *
 * <p>Figures that the article does not give follow from those that it does by Little's law. Its requests wait for a connection
 * without a thread, so that there are far more of them than threads.
 */
class MigrationReplayTest {

    private static final TableSignals USERS = new TableSignals("user_entity");

    private static final double GIGABYTE = 1024.0 * 1024 * 1024;

    /** Clients give up before they are answered: 300 in half a minute, where 200 are taken for an attack. */
    @Test
    void firstTheClientsCancelAndAreTakenForAnAttack() {
        Diagnosis diagnosis = diagnose(healthyDatabase()
                .with(ClusterSignals.SIZE, 2)
                .with(PostgresSignals.SESSIONS, 2750)
                .with(HttpSignals.ACTIVE_REQUESTS, 200)
                .with(HttpSignals.REQUESTS, 0, 20)
                .with(HttpSignals.REQUEST_TIME, 0, 200)
                .with(HttpSignals.RESETS, 0, 10));

        assertThat(diagnosis.principal()).contains("KC-H2-001");
        assertThat(principal(diagnosis).finding().change())
                .as("the limit is not what to change")
                .isEmpty();
        assertThat(diagnosis.nextConstraint()).as("the database").contains("KC-POOL-003");
    }

    /**
     * Two million an hour: dead rows, forced checkpoints, and everybody waits for the same pages. Of 95,000 requests 90,000
     * wait for one of 1000 connections, each for 162 seconds on average; the unluckiest waited 42 minutes.
     */
    @Test
    void thenRowsAndPagesAreContendedFor() {
        Diagnosis diagnosis = diagnose(overload(556, 4_000, 90_000)
                .with(USERS.dead(), 2_000_000, 2_000)
                .with(PostgresSignals.WAITING_FOR_PAGE, 8)
                .with(PostgresSignals.WAITING_FOR_LATCH, 9)
                .with(PostgresSignals.WAITING_FOR_LOCK, 5)
                .with(WalSignals.FORCED_CHECKPOINTS, 0, 0.2)
                .with(WalSignals.BYTES, 0, 60e6)
                .with(PostgresSettings.MAX_WAL_SIZE, "1024 MB"));

        assertThat(diagnosis.principal()).contains("KC-PG-005");
        assertThat(diagnosis.nextConstraint())
                .as("log and rows are cured together, and then it is the connections")
                .contains("KC-POOL-003");
        assertThat(ids(diagnosis)).contains("KC-PG-004", "KC-PG-007", "KC-PG-008", "KC-PG-001", "KC-POOL-003");
        assertThat(held(diagnosis)).contains("KC-POOL-001", "KC-THR-002");
        assertThat(finding("KC-PG-001", diagnosis).why()).contains("2750 sessions were open on 6 cores");
        assertThat(finding("KC-MIG-002", diagnosis).why()).contains("95000 requests", "about 2 minutes");
        assertThat(finding("KC-PG-004", diagnosis).change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("max_wal_size");
    }

    /**
     * Three and a half million an hour: dead rows stay as they are, 2750 connections on six cores do not. 80,000 wait for a
     * connection, and others for a thread, a minute each.
     */
    @Test
    void thenThereAreTooManySessionsForTheCores() {
        Diagnosis diagnosis = diagnose(overload(972, 58_000, 80_000)
                .with(USERS.dead(), 2_500_000)
                .with(PostgresSignals.WAITING_FOR_LATCH, 4)
                .with(PostgresSignals.WAITING_FOR_LOCK, 8)
                .with(PostgresSignals.WAITING_FOR_PAGE, 2)
                .with(PostgresSettings.MAX_WAL_SIZE, "8192 MB"));

        assertThat(diagnosis.principal()).contains("KC-PG-001");
        assertThat(diagnosis.nextConstraint()).contains("KC-POOL-003");
        assertThat(held(diagnosis)).contains("KC-POOL-001", "KC-THR-002");
        assertThat(principal(diagnosis).finding().change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("db-pool-max-size");
    }

    /** The same connections where it is pages that are contended for: these wait because of those, and only those can be changed. */
    @Test
    void pagesAreContendedForByTooManySessions() {
        Diagnosis diagnosis = diagnose(healthyDatabase()
                .with(ClusterSignals.SIZE, 2)
                .with(PostgresSignals.SESSIONS, 2750)
                .with(PostgresSignals.ACTIVE, 128)
                .with(PostgresSignals.RUNNING, 76)
                .with(PostgresSignals.WAITING_FOR_PAGE, 52)
                .with(PostgresSignals.WAITING_FOR_LATCH, 52));

        assertThat(diagnosis.principal()).contains("KC-PG-001");
        assertThat(ids(diagnosis)).contains("KC-PG-007", "KC-PG-003");
        assertThat(principal(diagnosis).finding().change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("db-pool-max-size");
    }

    /**
     * Seven million records per hour with one instance less: no thread or connection waits any more, locks are short, and the
     * remaining connections are still far too many. The connections were the cause, not the cluster.
     */
    @Test
    void thenThePoolsAreTooLarge() {
        Diagnosis diagnosis = diagnose(writing(healthyDatabase(), 2000, 240)
                .with(ClusterSignals.SIZE, 1)
                .with(ThreadSignals.BUSY, 220)
                .with(ThreadSignals.MAX, 240)
                .with(ThreadSignals.UTILISATION, 0.92)
                .with(ThreadSignals.QUEUE, 0)
                .with(ThreadSignals.WAITING_FOR_CONNECTION, 0)
                .with(PoolSignals.ACTIVE, 200)
                .with(PoolSignals.UTILISATION, 0.2)
                .with(PostgresSignals.SESSIONS, 1750)
                .with(PostgresSignals.ACTIVE, 18)
                .with(PostgresSignals.RUNNING, 4)
                .with(PostgresSignals.WAITING_FOR_LATCH, 3)
                .with(PostgresSignals.WAITING_FOR_LOCK, 1.5)
                .with(PostgresSignals.LONGEST_LOCK_WAIT, 1)
                .with(PostgresSettings.MAX_WAL_SIZE, "8192 MB"));

        assertThat(diagnosis.principal()).contains("KC-PG-001");
        assertThat(diagnosis.nextConstraint()).contains("KC-POOL-003");
        assertThat(finding("KC-POOL-003", diagnosis).why()).contains("1000 connections each on 6 cores");
        Step step =
                principal(diagnosis).finding().change().orElseThrow().apply().get(0);
        assertThat(Integer.parseInt(String.valueOf(step.to()))).isLessThanOrEqualTo(60);
    }

    /**
     * Twelve million an hour: nothing binds any more, and what made it safe to be fast is still in force. 2500 requests are
     * under way, each for three quarters of a second, of which it has a connection for 15 ms.
     */
    @Test
    void inTheEndNothingBindsAndTheLeftoversAreNamed() {
        Diagnosis diagnosis = diagnose(writing(healthyDatabase(), 3333, 2500)
                .with(PostgresSignals.CORES, 16)
                .with(PostgresSignals.SESSIONS, 105)
                .with(PoolSignals.MAX, 50)
                .with(PoolSignals.ACTIVE, 50)
                .with(PoolSignals.UTILISATION, 1)
                .with(PostgresSignals.ACTIVE, 20)
                .with(PostgresSignals.RUNNING, 10)
                .with(ThreadSignals.MAX, 120)
                .with(ThreadSignals.BUSY, 120)
                .with(ThreadSignals.UTILISATION, 1)
                .with(ThreadSignals.QUEUE, 2380)
                .with(EventLoopSignals.PENDING, 900)
                .with(PostgresSettings.MIGRATION_UNTIL, "2025-12-31T00:00:00Z")
                .with(PostgresSettings.SYNCHRONOUS_COMMIT, "off")
                .with(PostgresSettings.TABLES_WITHOUT_VACUUM_DELAY, "user_entity"));

        assertThat(diagnosis.principal()).isEmpty();
        assertThat(diagnosis.healthy()).contains("KC-MIG-002", "KC-HTTP-005", "KC-THR-002", "KC-THR-004", "KC-PG-001");
        assertThat(ids(diagnosis)).contains("KC-SAFE-007", "KC-SAFE-002");
    }

    /**
     * Two nodes of thirty cores with pools of a thousand, before six cores of the database, which are as good as idle: few
     * sessions are active, and most of these wait.
     *
     * @param rate of answers
     * @param queued waiting for a thread
     * @param awaiting waiting for a connection, most of them without a thread
     */
    private static Windows overload(double rate, double queued, double awaiting) {
        return writing(healthyDatabase(), rate, queued + awaiting + 1000)
                .without(PostgresSignals.OWN_IDLE_IN_TRANSACTION)
                .with(ClusterSignals.SIZE, 2)
                .with(EventLoopSignals.PENDING, 50_000)
                .with(ThreadSignals.BUSY, 240)
                .with(ThreadSignals.MAX, 240)
                .with(ThreadSignals.UTILISATION, 1)
                .with(ThreadSignals.QUEUE, queued)
                .with(ThreadSignals.WAITING_FOR_CONNECTION, 220)
                .with(ThreadSignals.IN_DATABASE, 20)
                .with(PoolSignals.AWAITING, awaiting)
                .with(PoolSignals.BLOCKING_TIME, 0, awaiting * 1000)
                .with(PoolSignals.ACTIVE, 1000)
                .with(PoolSignals.UTILISATION, 1)
                .with(PostgresSignals.SESSIONS, 2750)
                .with(PostgresSignals.ACTIVE, 20)
                .with(PostgresSignals.RUNNING, 4)
                .with(PostgresSignals.LONGEST_LOCK_WAIT, 20)
                .with(PostgresSignals.BLOCKER, 4711, 1)
                .with(PostgresSignals.BLOCKER_TRANSACTION, 20)
                .with(PostgresSignals.BLOCKER_IDLE, 0);
    }

    /** Nearly all requests are the writer's; each takes a connection once. */
    private static Windows writing(Windows windows, double rate, double underWay) {
        return windows.with(HttpSignals.ACTIVE_REQUESTS, underWay)
                .with(HttpSignals.REQUESTS, 0, rate)
                .with(HttpSignals.REQUEST_TIME, 0, underWay)
                .with(HttpSignals.ADMIN_WRITES, 0, 0.99 * rate)
                .with(PoolSignals.ACQUIRED, 0, rate);
    }

    private static Windows healthyDatabase() {
        return Windows.of(120)
                .with(JvmSignals.PROCESSORS, 30)
                .with(JvmSignals.CPU_TIME, 0, 6)
                .with(JvmSignals.UPTIME, 10_000)
                .with(JvmSignals.HEAP_MAX, 32 * GIGABYTE)
                .with(JvmSignals.LIVE_SET, 10 * GIGABYTE)
                .with(PoolSignals.MAX, 1000)
                .with(PoolSignals.ACTIVE, 5)
                .with(PoolSignals.AWAITING, 0)
                .with(PostgresSignals.CORES, 6)
                .with(PostgresSignals.SESSIONS, 50)
                .with(PostgresSignals.ACTIVE, 2)
                .with(PostgresSignals.RUNNING, 1)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0)
                .with(PostgresSignals.WAITING_FOR_IO, 0)
                .with(PostgresSignals.WAITING_FOR_PAGE, 0)
                .with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 0)
                .with(PostgresSignals.MAX_CONNECTIONS, 3000)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3)
                .with(PostgresSignals.LIVE_TUPLES, 5_000_000)
                .with(PostgresSignals.DEAD_TUPLES, 300_000)
                .with(USERS.live(), 2_000_000)
                .with(USERS.dead(), 1000)
                .with(WalSignals.TIMED_CHECKPOINTS, 3)
                .with(WalSignals.FORCED_CHECKPOINTS, 0);
    }

    private static Diagnosis diagnose(Windows windows) {
        return new Diagnostician(Rules.all(), CausalGraph.of(Rules.all()))
                .diagnose(windows.build(), Instant.parse("2026-01-01T00:02:00Z"));
    }

    private static RankedFinding principal(Diagnosis diagnosis) {
        return diagnosis.findings().get(0);
    }

    private static Finding finding(String rule, Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .filter(ranked -> ranked.rule().id().equals(rule))
                .findFirst()
                .orElseThrow()
                .finding();
    }

    private static List<String> ids(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(ranked -> ranked.rule().id()).toList();
    }

    private static List<String> held(Diagnosis diagnosis) {
        return diagnosis.suppressed().stream().map(Diagnosis.Suppressed::rule).toList();
    }
}
