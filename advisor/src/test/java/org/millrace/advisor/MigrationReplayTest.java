package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.diagnosis.KeycloakGraph;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.EventLoopSignals;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSettings;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.TableSignals;
import org.millrace.advisor.model.ThreadSignals;
import org.millrace.advisor.model.WalSignals;
import org.millrace.advisor.model.Windows;

/**
 * The article "How cutting resources in half made our Keycloak migration six times faster", from its figures: the diagnosis
 * names in each phase what its authors came to change next, and holds back what would have made it worse.
 */
class MigrationReplayTest {

    private static final TableSignals USERS = new TableSignals("user_entity");

    private static final double GIGABYTE = 1024.0 * 1024 * 1024;

    /** Clients give up before they are answered, and the server closes their connections. */
    @Test
    void firstTheClientsCancelAndAreTakenForAnAttack() {
        Diagnosis diagnosis = diagnose(healthyDatabase()
                .with(HttpSignals.ACTIVE_REQUESTS, 300)
                .with(HttpSignals.REQUESTS, 0, 20)
                .with(HttpSignals.REQUEST_TIME, 0, 200)
                .with(HttpSignals.RESETS, 0, 10));

        assertThat(diagnosis.principal()).contains("KC-H2-001");
        assertThat(principal(diagnosis).finding().change())
                .as("the limit is not what to change")
                .isEmpty();
    }

    /** Two million an hour: dead rows, forced checkpoints, and everybody waits for the same pages. */
    @Test
    void thenRowsAndPagesAreContendedFor() {
        Diagnosis diagnosis = diagnose(overload()
                .with(HttpSignals.REQUESTS, 0, 556)
                .with(HttpSignals.ADMIN_WRITES, 0, 550)
                .during(60, USERS.dead(), 2_000_000, 2_500_000)
                .with(PostgresSignals.WAITING_FOR_PAGE, 52)
                .with(PostgresSignals.WAITING_FOR_LATCH, 60)
                .with(PostgresSignals.WAITING_FOR_LOCK, 30)
                .during(60, WalSignals.FORCED_CHECKPOINTS, 0, 8)
                .with(WalSignals.BYTES, 0, 60e6)
                .with(PostgresSettings.MAX_WAL_SIZE, "1024 MB"));

        assertThat(diagnosis.principal()).contains("KC-PG-005");
        assertThat(ids(diagnosis)).contains("KC-PG-004", "KC-PG-007", "KC-PG-001", "KC-POOL-003");
        assertThat(held(diagnosis)).contains("KC-POOL-001", "KC-THR-002");
        assertThat(diagnosis.findings().stream()
                        .filter(ranked -> ranked.rule().id().equals("KC-PG-004"))
                        .findFirst()
                        .orElseThrow()
                        .finding()
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::name)
                .containsExactly("max_wal_size");
    }

    /** Three and a half million an hour: dead rows stay as they are, 2750 connections on six cores do not. */
    @Test
    void thenThereAreTooManySessionsForTheCores() {
        Diagnosis diagnosis = diagnose(overload()
                .with(HttpSignals.REQUESTS, 0, 972)
                .with(HttpSignals.ADMIN_WRITES, 0, 960)
                .with(USERS.dead(), 300_000)
                .with(PostgresSignals.WAITING_FOR_LATCH, 20)
                .with(PostgresSignals.WAITING_FOR_LOCK, 40)
                .with(PostgresSignals.WAITING_FOR_PAGE, 10)
                .with(PostgresSettings.MAX_WAL_SIZE, "8192 MB"));

        assertThat(diagnosis.principal()).contains("KC-PG-001");
        assertThat(diagnosis.nextConstraint()).contains("KC-POOL-003");
        assertThat(held(diagnosis)).contains("KC-POOL-001", "KC-THR-002");
        assertThat(principal(diagnosis).finding().change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("db-pool-max-size");
    }

    /** Seven million an hour with one instance less: fewer are active at once, and the pools still are far too large. */
    @Test
    void thenThePoolsAreTooLarge() {
        Diagnosis diagnosis = diagnose(overload()
                .with(ClusterSignals.SIZE, 1)
                .with(HttpSignals.REQUESTS, 0, 2000)
                .with(HttpSignals.ADMIN_WRITES, 0, 1950)
                .with(PostgresSignals.SESSIONS, 1750)
                .with(PostgresSignals.ACTIVE, 20)
                .with(PostgresSignals.RUNNING, 3)
                .with(PostgresSignals.WAITING_FOR_LATCH, 3)
                .with(PostgresSignals.WAITING_FOR_LOCK, 4)
                .with(PostgresSettings.MAX_WAL_SIZE, "8192 MB"));

        assertThat(diagnosis.principal()).contains("KC-POOL-003");
        assertThat(principal(diagnosis).finding().why()).contains("1000 connections each on 6 cores");
        Step step =
                principal(diagnosis).finding().change().orElseThrow().apply().get(0);
        assertThat(Integer.parseInt(String.valueOf(step.to()))).isLessThanOrEqualTo(60);
        assertThat(held(diagnosis)).contains("KC-POOL-001");
    }

    /** Twelve million an hour: nothing binds any more, and what made it safe to be fast is still in force. */
    @Test
    void inTheEndNothingBindsAndTheLeftoversAreNamed() {
        Diagnosis diagnosis = diagnose(healthyDatabase()
                .with(PostgresSignals.CORES, 16)
                .with(PoolSignals.MAX, 50)
                .with(PoolSignals.ACTIVE, 40)
                .with(PoolSignals.AWAITING, 0)
                .with(PostgresSignals.ACTIVE, 20)
                .with(PostgresSignals.RUNNING, 10)
                .with(ThreadSignals.MAX, 120)
                .with(HttpSignals.ACTIVE_REQUESTS, 300)
                .with(HttpSignals.REQUESTS, 0, 3333)
                .with(EventLoopSignals.PENDING, 900)
                .with(PostgresSettings.MIGRATION_UNTIL, "2025-12-31T00:00:00Z")
                .with(PostgresSettings.SYNCHRONOUS_COMMIT, "off")
                .with(PostgresSettings.TABLES_WITHOUT_VACUUM_DELAY, "user_entity"));

        assertThat(diagnosis.principal()).isEmpty();
        assertThat(ids(diagnosis)).contains("KC-SAFE-007", "KC-SAFE-002");
    }

    /** Two nodes of thirty cores with pools of a thousand, before six cores of the database. */
    private static Windows overload() {
        return healthyDatabase()
                .with(ClusterSignals.SIZE, 2)
                .with(HttpSignals.ACTIVE_REQUESTS, 95_000)
                .with(EventLoopSignals.PENDING, 50_000)
                .with(ThreadSignals.BUSY, 240)
                .with(ThreadSignals.MAX, 240)
                .with(ThreadSignals.UTILISATION, 1)
                .with(ThreadSignals.QUEUE, 94_000)
                .with(PoolSignals.AWAITING, 90)
                .with(PoolSignals.ACTIVE, 1000)
                .with(PoolSignals.MAX, 1000)
                .with(PostgresSignals.SESSIONS, 2750)
                .with(PostgresSignals.ACTIVE, 128)
                .with(PostgresSignals.RUNNING, 4);
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
        return new Diagnostician(Rules.all(), KeycloakGraph.GRAPH)
                .diagnose(windows.build(), Instant.parse("2026-01-01T00:02:00Z"));
    }

    private static RankedFinding principal(Diagnosis diagnosis) {
        return diagnosis.findings().get(0);
    }

    private static List<String> ids(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(ranked -> ranked.rule().id()).toList();
    }

    private static List<String> held(Diagnosis diagnosis) {
        return diagnosis.suppressed().stream().map(Diagnosis.Suppressed::rule).toList();
    }
}
