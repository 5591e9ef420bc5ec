package org.millrace.advisor.sampler.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.sampler.Readings;

class PostgresSamplerTest {

    private final AnsweringDatabase database = new AnsweringDatabase();

    @Test
    void theLockManagerIsNotQueriedWithoutWaitingSessions() throws SQLException {
        assertThat(sample()).containsEntry(PostgresSignals.LONGEST_LOCK_WAIT, 0.0);

        assertThat(database.asked).noneMatch(sql -> sql.contains("pg_locks") || sql.contains("pg_blocking_pids"));
    }

    @Test
    void theLockManagerIsQueriedWhileASessionWaits() throws SQLException {
        database.numbers.putAll(Map.of("waiting_for_lock", 2.0, "longest_lock_wait", 7.0, "pid", 4711.0));

        assertThat(sample())
                .containsEntry(PostgresSignals.LONGEST_LOCK_WAIT, 7.0)
                .containsEntry(PostgresSignals.BLOCKER, 4711.0);
    }

    @Test
    void hiddenSessionMayWaitToo() throws SQLException {
        database.numbers.putAll(Map.of("hidden", 1.0, "longest_lock_wait", 7.0));

        assertThat(sample()).containsEntry(PostgresSignals.LONGEST_LOCK_WAIT, 7.0);
    }

    /** Behind a pooler in transaction mode, limits of the session would be in force for Keycloak next. */
    @Test
    void eachReadingIsATransactionWithLimitsOfItsOwn() throws SQLException {
        sample();

        assertThat(database.transactions).hasSizeGreaterThan(4);
        for (int i = 0; i < database.transactions.size(); i += 2) {
            assertThat(database.transactions.subList(i, i + 2)).containsExactly("limits", "commit");
        }
    }

    @Test
    void readingThatFailsIsRolledBackAndTheNextOneSucceeds() throws SQLException {
        database.refused.add("pg_is_in_recovery()::int AS standby");

        assertThat(sample()).containsKey(PostgresSignals.CORES).doesNotContainKey(PostgresSignals.READ_ONLY);

        assertThat(database.transactions).containsOnlyOnce("rollback");
    }

    @Test
    void whatAHiddenBlockerDoesIsNotGuessed() throws SQLException {
        database.numbers.putAll(Map.of("hidden", 1.0, "longest_lock_wait", 7.0, "pid", 4711.0));
        database.unknown.addAll(List.of("transaction", "idle"));

        assertThat(sample())
                .containsEntry(PostgresSignals.BLOCKER, 4711.0)
                .doesNotContainKey(PostgresSignals.BLOCKER_TRANSACTION)
                .doesNotContainKey(PostgresSignals.BLOCKER_IDLE);
    }

    @Test
    void standbysThatAreHiddenAreNotRemembered() throws SQLException {
        database.numbers.put("standbys", 2.0);
        assertThat(sample()).containsEntry(HorizonSignals.MOST_STANDBYS, 2.0);

        database.unknown.add("standbys");

        assertThat(sample()).doesNotContainKey(HorizonSignals.MOST_STANDBYS);
    }

    @Test
    void databaseCoresAreKnownByTheReportedServerAddress() throws SQLException {
        assertThat(sample()).containsEntry(PostgresSignals.CORES, 4.0);
    }

    @Test
    void archiveThatFailsOnceHasNotFailedSinceItLastWorked() throws SQLException {
        database.numbers.putAll(Map.of("archived", 1000.0, "failed", 22_600.0));

        assertThat(sample()).containsEntry(WalSignals.ARCHIVE_FAILING, 0.0);
    }

    @Test
    void backupsAndSubscribersAreNoStandbys() throws SQLException {
        sample();

        assertThat(database.asked)
                .filteredOn(sql -> sql.contains("pg_stat_replication"))
                .singleElement()
                .asString()
                .contains("replay_lsn IS NOT NULL", "slot_type = 'logical'");
    }

    @Test
    void tablesOfOtherApplicationsAreNotLookedAt() throws SQLException {
        sampler().sample(new Readings());
        assertThat(database.asked)
                .filteredOn(PostgresSamplerTest::isAboutTables)
                .hasSize(3)
                .allMatch(sql -> sql.contains("to_regclass('user_entity')") && sql.contains("nspname = NULL"));
        database.asked.clear();

        sampler(Optional.of("o'iam")).sample(new Readings());

        assertThat(database.asked)
                .filteredOn(PostgresSamplerTest::isAboutTables)
                .hasSize(3)
                .allMatch(sql -> sql.contains("nspname = 'o''iam'") && !sql.contains(":schema_oid"));
    }

    private static boolean isAboutTables(String sql) {
        return sql.contains("tables.unlogged")
                || sql.contains("pg_get_indexdef")
                || sql.contains("pg_stat_user_tables");
    }

    @Test
    void schemaOfKeycloaksTablesIsASetting() throws SQLException {
        PostgresSampler sampler = sampler();

        sampler.sample(new Readings());

        assertThat(sampler.settings())
                .filteredOn(setting -> setting.name().equals(PostgresSettings.SCHEMA))
                .extracting(Setting::value)
                .containsExactly("text");
    }

    @Test
    void parametersAreReadWithTheNextPassOnceTheyAreWanted() throws SQLException {
        PostgresSampler sampler = sampler();
        sampler.sample(new Readings());
        database.asked.clear();
        sampler.sample(new Readings());
        assertThat(database.asked).noneMatch(sql -> sql.contains("pg_settings"));

        CompletableFuture<Void> renewal = sampler.renew();
        assertThat(renewal).isNotDone();
        sampler.sample(new Readings());

        assertThat(renewal).isCompleted();
        assertThat(database.asked).anyMatch(sql -> sql.contains("pg_settings"));
    }

    @Test
    void parametersThatCouldNotBeReadAreNotSaidToBeNew() throws SQLException {
        PostgresSampler sampler = sampler();
        database.refused.add("pg_settings");

        CompletableFuture<Void> renewal = sampler.renew();
        sampler.sample(new Readings());

        assertThat(renewal).isCompletedExceptionally();
    }

    private Map<Signal, Double> sample() throws SQLException {
        Readings readings = new Readings();
        sampler().sample(readings);
        return readings.values();
    }

    private PostgresSampler sampler() {
        return sampler(Optional.empty());
    }

    private PostgresSampler sampler(Optional<String> schema) {
        DatabaseCores cores = address -> "text".equals(address) ? OptionalDouble.of(4) : OptionalDouble.empty();
        return new PostgresSampler(database, cores, ExpectedIndex.of("26.7.3"), schema, InstantSource.system());
    }
}
