package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.SchemaCheck;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Backends that are terminated during COMMIT, before the transaction is committed or after it: each record is created, and its outcome
 * has the id that is in the database.
 */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "backends are terminated on plain processes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommitKillIT implements Importing {
    private static final long SEED = 20261125;
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final int RECORDS = 1000;
    private static final int CHUNK_SIZE = 50;
    private static final int KILLS_AN_IMPORT = 4;

    private final ServerUnderTest server =
            ServerUnderTest.start(ServerOptions.postgres().startingFast());
    private final SplittableRandom random = new SplittableRandom(SEED);

    @Override
    public ServerUnderTest server() {
        return server;
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** The entity, its table, the column of its key, a record, and the share of the kills. */
    private static Stream<Arguments> entities() {
        return Stream.of(
                arguments("users", "user_entity", "username", "{\"username\":\"%s\"}", 0.5),
                arguments("groups", "keycloak_group", "name", "{\"name\":\"%s\"}", 0.15),
                arguments("roles", "keycloak_role", "name", "{\"name\":\"%s\"}", 0.15),
                arguments("clients", "client", "client_id", "{\"clientId\":\"%s\"}", 0.1),
                arguments("organizations", "org", "name", "{\"name\":\"%s\"}", 0.1));
    }

    /** A few kills, which {@code mvn verify} has the time for. */
    @Test
    void userIsCreatedOnceThoughTheCommitIsCut() throws Exception {
        recordIsCreatedOnce("users", "user_entity", "username", "{\"username\":\"%s\"}", 2 * KILLS_AN_IMPORT);
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("entities")
    void recordIsCreatedOnceThoughItsCommitIsCut(
            String entity, String table, String column, String record, double share) throws Exception {
        recordIsCreatedOnce(entity, table, column, record, (int) Math.ceil(share * Kills.inCommits()));
    }

    private void recordIsCreatedOnce(String entity, String table, String column, String record, int kills)
            throws Exception {
        ImportRealm realm = OrganizedRealm.create(server).realm().into(entity);
        hold(table);

        for (int killed = 0; killed < kills; ) {
            String name = unique("cut");
            List<String> records = IntStream.range(0, RECORDS)
                    .mapToObj(number -> record.formatted(name + "-" + number))
                    .toList();
            CompletableFuture<List<JsonNode>> outcomes =
                    random.nextBoolean() ? job(realm, records) : direct(realm, records);

            for (int i = 0; i < KILLS_AN_IMPORT && killed < kills; i++) {
                killed += random.nextBoolean() ? killBeforeCommit(outcomes) : killAfterCommit(outcomes);
            }

            assertThat(outcomes.join())
                    .hasSize(RECORDS)
                    .allSatisfy(outcome -> assertThat(outcome.path("status").asText())
                            .as(outcome::toString)
                            .isEqualTo("created"));
            Map<String, String> created = new HashMap<>();
            outcomes.join()
                    .forEach(outcome -> created.put(
                            outcome.path("key").asText(), outcome.path("id").asText()));
            assertThat(stored(table, column, name)).isEqualTo(created);
        }
    }

    private static CompletableFuture<List<JsonNode>> direct(ImportRealm realm, List<String> records) {
        return CompletableFuture.supplyAsync(
                () -> realm.with("chunkSize=" + CHUNK_SIZE).take(records).outcomes());
    }

    private static CompletableFuture<List<JsonNode>> job(ImportRealm realm, List<String> records) {
        ImportJob job = ImportJob.create(realm, Map.of("chunkSize", CHUNK_SIZE))
                .with(1, records)
                .started();
        return CompletableFuture.supplyAsync(() -> {
            job.finished();
            return job.outcomes();
        });
    }

    /** Has commits of rows of a table wait in a deferred trigger while the test holds a lock. */
    private void hold(String table) throws SQLException {
        SchemaCheck.await(server);
        execute("CREATE OR REPLACE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " PERFORM pg_advisory_xact_lock_shared(4711); RETURN NULL; END $$");
        execute("DROP TRIGGER IF EXISTS hold_commit ON " + table);
        execute("CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON " + table
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_commit()");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The transaction is rolled back. */
    private int killBeforeCommit(CompletableFuture<?> running) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(4711)");
            int killed = await("wait_event_type = 'Lock' AND wait_event = 'advisory'", running);
            statement.execute("SELECT pg_advisory_unlock(4711)");
            return killed;
        }
    }

    /** The transaction is committed and waits for a replica that does not exist. */
    private int killAfterCommit(CompletableFuture<?> running) throws SQLException {
        try {
            execute("ALTER SYSTEM SET synchronous_standby_names = 'missing'");
            execute("SELECT pg_reload_conf()");
            return await("wait_event = 'SyncRep' AND state = 'active'", running);
        } finally {
            execute("ALTER SYSTEM RESET synchronous_standby_names");
            execute("SELECT pg_reload_conf()");
        }
    }

    /** Terminates backends of Keycloak as soon as there are some in this state; none if the import ends before. */
    private int await(String condition, CompletableFuture<?> running) throws SQLException {
        while (!running.isDone()) {
            int killed = terminate(condition);
            if (killed > 0) {
                return killed;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return 0;
    }

    private int terminate(String condition) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                        + " WHERE usename = 'keycloak' AND pid <> pg_backend_pid() AND " + condition)) {
            row.next();
            return row.getInt(1);
        }
    }

    private Map<String, String> stored(String table, String column, String prefix) throws SQLException {
        Map<String, String> ids = new HashMap<>();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + column + ", id FROM " + table + " WHERE " + column + " LIKE '" + prefix + "-%'")) {
            while (rows.next()) {
                assertThat(ids.put(rows.getString(1), rows.getString(2)))
                        .as("another row of " + rows.getString(1))
                        .isNull();
            }
        }
        return ids;
    }
}
