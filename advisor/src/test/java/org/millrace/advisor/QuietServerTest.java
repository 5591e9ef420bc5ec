package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.rule.Severity;

/** A sensibly configured server with little or moderate load has nothing above a note, and no bottleneck. */
class QuietServerTest {

    private static final double MEGABYTE = 1024 * 1024;

    @Test
    void idleServerHasNoFindingAboveANote() {
        assertNothingAboveANote(server(0));
    }

    @Test
    void moderateLoadHasNoFindingAboveANote() {
        assertNothingAboveANote(server(1));
    }

    private static void assertNothingAboveANote(Windows windows) {
        Diagnosis diagnosis = new Diagnostician(Rules.all(), CausalGraph.of(Rules.all()))
                .diagnose(windows.build(), Instant.parse("2026-01-01T00:05:00Z"));

        assertThat(diagnosis.principal()).isEmpty();
        assertThat(diagnosis.findings())
                .filteredOn(ranked -> ranked.finding().severity() != Severity.INFO)
                .extracting(
                        ranked -> ranked.rule().id() + ": " + ranked.finding().why())
                .isEmpty();
        assertThat(diagnosis.healthy()).hasSizeGreaterThan(60);
    }

    /** Two cores for the server and two for the database on the same machine, with some logins and many refreshes. */
    private static Windows server(double load) {
        Windows windows = Windows.of(300)
                .with(JvmSignals.UPTIME, 3000)
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 100, 0.02 + load)
                .with(JvmSignals.THREADS, 90)
                .with(JvmSignals.HEAP_MAX, 1024 * MEGABYTE)
                .with(JvmSignals.LIVE_SET, 300 * MEGABYTE)
                .with(JvmSignals.NON_HEAP_USED, 250 * MEGABYTE)
                .with(JvmSignals.METASPACE_USED, 150 * MEGABYTE)
                .with(JvmSignals.METASPACE_MAX, 256 * MEGABYTE)
                .with(JvmSignals.GC_PAUSES, 5, 0.005 * load)
                .with(JvmSignals.LAST_PAUSE, 0.02 * load)
                .with(JvmSignals.FULL_COLLECTIONS, 0)
                .with(JvmSignals.EVENT_LOOP_TIME, 1, 0.05 * load)
                .with(JvmSignals.OPEN_FILES, 400)
                .with(JvmSignals.MAX_FILES, 65_536)
                .with(CgroupSignals.MEMORY_LIMIT, 2048 * MEGABYTE)
                .with(CgroupSignals.ANONYMOUS_MEMORY, 1200 * MEGABYTE)
                .with(HostSignals.CPU_TICKS, 0, 200)
                .with(HostSignals.STOLEN_TICKS, 0, 0)
                .with(HostSignals.WANTED_TICKS, 0, 50)
                .with(HostSignals.OWN_SWAP, 0)
                .with(HostSignals.SWAPPED_IN, 0)
                .with(HostSignals.ENTROPY, 256)
                .with(ThreadSignals.MAX, 50)
                .with(ThreadSignals.BUSY, 4 * load)
                .with(ThreadSignals.STARTED, 20)
                .with(ThreadSignals.UTILISATION, 0.08 * load)
                .with(ThreadSignals.QUEUE, 0)
                .with(ThreadSignals.HASHING, load)
                .with(ThreadSignals.WAITING_FOR_CONNECTION, 0)
                .with(PoolSignals.MAX, 20)
                .with(PoolSignals.MIN, 20)
                .with(PoolSignals.INITIAL, 20)
                .with(PoolSignals.ACTIVE, 2 * load)
                .with(PoolSignals.AWAITING, 0)
                .with(PoolSignals.ACQUISITION_TIMEOUT, 20)
                .with(PoolSignals.ACQUIRED, 10, 100 * load)
                .with(PoolSignals.INVALID, 0)
                .with(HttpSignals.ACTIVE_REQUESTS, 4 * load)
                .with(HttpSignals.REQUESTS, 10, 60 * load)
                .with(HttpSignals.REQUEST_TIME, 1, 3 * load)
                .with(HttpSignals.SERVER_ERRORS, 0)
                .with(HttpSignals.RESETS, 0)
                .with(HttpSignals.AUTHENTICATIONS, 10, 50 * load)
                .with(HttpSignals.FAST_AUTHENTICATIONS, 10, 49 * load)
                .with(HttpSignals.TOKEN_LOOK_UPS, 0, 5 * load)
                .with(HttpSignals.DISCOVERIES, 0, load)
                .with(HttpSignals.ADMIN_WRITES, 0, 0.1 * load)
                .with(EventLoopSignals.PENDING, load)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 5 * load)
                .with(LoadSignals.WRONG_PASSWORDS, 0, 0.2 * load)
                .with(LoadSignals.WEAK_PASSWORDS, 0)
                .with(LoadSignals.LOGINS, 0, 5 * load)
                .with(LoadSignals.REFRESHES, 0, 30 * load)
                .with(LoadSignals.CLIENT_LOGINS, 0, 10 * load)
                .with(ClusterSignals.SIZE, 1)
                .with(ClusterSignals.ADVISORS, 1)
                .with(ClusterSignals.MERGES, 0)
                .with(ClusterSignals.SEGMENTS_IN_FLIGHT, 0)
                .with(EventLoopSignals.MOST_PENDING, load);
        return settings(database(caches(windows, load), load));
    }

    private static Windows caches(Windows windows, double load) {
        for (String cache : CacheSignals.ENTITY_CACHES) {
            windows.with(CacheSignals.entries(cache), 2000)
                    .with(CacheSignals.maxEntries(cache), 10_000)
                    .with(CacheSignals.hits(cache), 0, 500 * load)
                    .with(CacheSignals.misses(cache), 0, 10 * load)
                    .with(CacheSignals.removals(cache), 0, load)
                    .with(CacheSignals.evictions(cache), 0);
        }
        return windows;
    }

    private static Windows database(Windows windows, double load) {
        TableSignals sessions = TableSignals.SESSIONS.get(0);
        return windows.with(PostgresSignals.CORES, 2)
                .with(PostgresSignals.SESSIONS, 22)
                .with(PostgresSignals.HIDDEN, 0)
                .with(PostgresSignals.ACTIVE, 1.2 * load)
                .with(PostgresSignals.RUNNING, 0.6 * load)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0.02 * load)
                .with(PostgresSignals.WAITING_FOR_IO, 0.3 * load)
                .with(PostgresSignals.WAITING_FOR_PAGE, 0)
                .with(PostgresSignals.WAITING_FOR_WAL, 0.3 * load)
                .with(PostgresSignals.WAITING_FOR_DATA_FILE, 0)
                .with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 0.3 * load)
                .with(PostgresSignals.LONGEST_LOCK_WAIT, 0)
                .with(PostgresSignals.DEADLOCKS, 0)
                .with(PostgresSignals.COMMITS, 0, 100 * load)
                .with(PostgresSignals.BLOCKS_HIT, 0, 9000 * load)
                .with(PostgresSignals.BLOCKS_READ, 0, load)
                .with(PostgresSignals.TEMPORARY_BYTES, 0)
                .with(PostgresSignals.MAX_CONNECTIONS, 100)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3)
                .with(PostgresSignals.ROUND_TRIP, 0.4)
                .with(PostgresSignals.LIVE_TUPLES, 60_000)
                .with(PostgresSignals.DEAD_TUPLES, 3000)
                .with(PostgresSignals.TABLES_DUE, 1)
                .with(PostgresSignals.RUNNING_VACUUMS, 0)
                .with(sessions.live(), 20_000)
                .with(sessions.dead(), 2000, load)
                .with(sessions.writes(), 0, 40 * load)
                .with(sessions.updates(), 0, 30 * load)
                .with(sessions.hotUpdates(), 0, 10 * load)
                .with(WalSignals.FORCED_CHECKPOINTS, 1)
                .with(WalSignals.TIMED_CHECKPOINTS, 10)
                .with(HorizonSignals.OLDEST_TRANSACTION, 0.1)
                .with(HorizonSignals.OLDEST_PREPARED, 0)
                .with(HorizonSignals.OLDEST_SLOT, 0)
                .with(HorizonSignals.STANDBYS, 0)
                .with(HorizonSignals.IN_RECOVERY, 0)
                .with(HorizonSignals.RETAINED_WAL, 0)
                .with(HorizonSignals.LOST_SLOTS, 0)
                .with(HorizonSignals.TRANSACTION_AGE, 5_000_000);
    }

    private static Windows settings(Windows windows) {
        return windows.with(KeycloakSettings.METRICS_ENABLED, "true")
                .with(KeycloakSettings.EVENT_METRICS_USER_ENABLED, "true")
                .with(KeycloakSettings.HTTP_METRICS_SLOS, "250")
                .with(KeycloakSettings.CACHE_METRICS_HISTOGRAMS, "false")
                .with(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS, "1000")
                .with(KeycloakSettings.PROFILE, "prod")
                .with(KeycloakSettings.HTTP_ENABLED, "true")
                .unset(KeycloakSettings.PROXY_HEADERS)
                .with(KeycloakSettings.DB, "postgres")
                .with(KeycloakSettings.CACHE, "ispn")
                .with(KeycloakSettings.PERSISTENT_SESSIONS, "true")
                .with(KeycloakSettings.VERSION, "26.7.3")
                .with(KeycloakSettings.LOG_LEVEL, "info")
                .unset(KeycloakSettings.ASYNC_COMMIT)
                .with(JvmSettings.VERSION, "21")
                .unset(JvmSettings.JAVA_OPTS)
                .unset(JvmSettings.DEBUG_ADDRESS)
                .unset(QuarkusSettings.MAX_RESETS)
                .unset(QuarkusSettings.RESET_WINDOW)
                .unset(QuarkusSettings.MAX_STREAMS)
                .unset(QuarkusSettings.EVENT_LOOPS)
                .unset(QuarkusSettings.UNREAD)
                .with(PostgresSettings.FSYNC, "on")
                .with(PostgresSettings.FULL_PAGE_WRITES, "on")
                .with(PostgresSettings.SYNCHRONOUS_COMMIT, "on")
                .with(PostgresSettings.AUTOVACUUM, "on")
                .with(PostgresSettings.MAX_WAL_SIZE, "1024 MB")
                .with(PostgresSettings.WORK_MEM, "4096 kB")
                .with(PostgresSettings.MONITOR_ROLE, "true")
                .with(PostgresSettings.STATEMENT_STATISTICS, "1.11")
                .unset(PostgresSettings.UNLOGGED_TABLES)
                .unset(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM)
                .unset(PostgresSettings.TABLES_WITHOUT_VACUUM_DELAY)
                .unset(PostgresSettings.DISABLED_TRIGGERS)
                .unset(PostgresSettings.UNVALIDATED_CONSTRAINTS)
                .unset(PostgresSettings.INVALID_INDEXES)
                .unset(PostgresSettings.MISSING_INDEXES)
                .unset(PostgresSettings.MIGRATION_UNTIL);
    }
}
