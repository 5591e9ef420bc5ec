package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Failures in the middle of an import: of a connection, of the database, of the server. After each, every user is complete or
 * missing, and each one reported as created exists; a transient failure costs no record.
 */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "faults are tried on plain processes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Thorough
class DatabaseFaultIT implements Importing {
    private static final int MANY = 20_000;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration OUTAGE = Duration.ofSeconds(3);

    private final ServerUnderTest server =
            ServerUnderTest.start(ServerOptions.postgres().startingFast());

    @Override
    public ServerUnderTest server() {
        return server;
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** Every record was created, as it was said, and is there with its id. */
    private void assertAllCreated(ImportRealm realm, ImportAnswer answer, int users) throws SQLException {
        assertThat(answer.summary()).as("no summary").isPresent();
        assertThat(answer.statuses()).hasSize(users).containsOnly("created");
        assertThat(answer.count("created")).isEqualTo(users);
        assertThat(stored(realm)).isEqualTo(LongImport.created(answer));
        assertThat(WholeUsers.in(server, realm)).isEqualTo(LongImport.names(users));
    }

    private Map<String, String> stored(ImportRealm realm) throws SQLException {
        Map<String, String> ids = new HashMap<>();
        try (Connection connection = server.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT username, id FROM user_entity WHERE realm_id = (SELECT id FROM realm WHERE name = ?)")) {
            query.setString(1, realm.name());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ids.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return ids;
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

    private void awaitTermination(String condition, int times) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int terminated = 0; terminated < times; ) {
            assertThat(System.nanoTime()).as("no backend where " + condition).isLessThan(deadline);
            terminated += terminate(condition);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    @Test
    void backendsThatAreTerminatedCostNoRecord() throws Exception {
        ImportRealm realm = ImportRealm.sample(server);

        try (LongImport running = LongImport.begin(realm.with("chunkSize=500"), MANY)) {
            running.awaitOutcomes(500);
            awaitTermination("query LIKE 'COPY %' AND state = 'active'", 3);

            assertAllCreated(realm, running.answer(), MANY);
        }
    }

    @Test
    void aCommitOfUnknownResultIsNoFailureAndNoConflict() throws Exception {
        ImportRealm realm = ImportRealm.sample(server);

        try (LongImport running = LongImport.begin(realm.with("chunkSize=200"), 2000)) {
            running.awaitOutcomes(200);
            try {
                // The commit waits for a replica that does not exist, so its result never arrives.
                configure("ALTER SYSTEM SET synchronous_standby_names = 'missing'");
                awaitTermination("wait_event = 'SyncRep'", 1);
            } finally {
                configure("ALTER SYSTEM RESET synchronous_standby_names");
            }

            assertAllCreated(realm, running.answer(), 2000);
        }
    }

    /** Each kind of entity, the table that it is in, and a record of it. */
    private static Stream<Arguments> entities() {
        return Stream.of(
                arguments("roles", "keycloak_role", "{\"name\":\"unseen-%d\"}"),
                arguments("groups", "keycloak_group", "{\"name\":\"unseen-%d\"}"),
                arguments("clients", "client", "{\"clientId\":\"unseen-%d\"}"),
                arguments("organizations", "org", "{\"name\":\"unseen-%d\"}"),
                arguments("departments", "keycloak_group", "{\"organization\":\"acme\",\"path\":\"/unseen-%d\"}"),
                arguments("resources", "resource_server_resource", "{\"clientId\":\"guarded\",\"name\":\"unseen-%d\"}"),
                arguments("records", "keycloak_role", "{\"type\":\"role\",\"name\":\"unseen-%d\"}"));
    }

    @ParameterizedTest
    @MethodSource("entities")
    void anEntityOfAnUnknownCommitIsNoConflict(String entity, String table, String record) throws Exception {
        OrganizedRealm organized = OrganizedRealm.create(server);
        organized.organization("acme");
        ImportRealm realm = organized.realm();
        realm.admin().createClient(realm.name(), AuthorizationSample.client("guarded"));

        try (OneAfterTheOther running = OneAfterTheOther.begin(realm.into(entity), record::formatted)) {
            try {
                configure("ALTER SYSTEM SET synchronous_standby_names = 'missing'");
                awaitTermination("wait_event = 'SyncRep'", 1);
            } finally {
                configure("ALTER SYSTEM RESET synchronous_standby_names");
            }
            ImportAnswer answer = running.answer();

            assertThat(answer.statuses()).isNotEmpty().containsOnly("created");
            assertThat(ids(table)).containsAll(ImportJob.texts(answer.outcomes(), "id"));
        }
    }

    private Set<String> ids(String table) throws SQLException {
        Set<String> ids = new HashSet<>();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM " + table)) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }

    private void configure(String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    @Test
    void databaseThatIsKilledAndStartedAgainCostsNoRecord() throws Exception {
        ImportRealm realm = ImportRealm.sample(server);

        try (LongImport running = LongImport.begin(realm.with("chunkSize=500"), MANY)) {
            running.awaitOutcomes(2000);
            server.killDatabase();
            LockSupport.parkNanos(OUTAGE.toNanos());
            server.restartDatabase();

            assertAllCreated(realm, running.answer(), MANY);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void serverThatEndsLeavesWholeUsersAndKeepsItsWord(boolean gracefully) throws Exception {
        ImportRealm realm = ImportRealm.sample(server);
        ServerLog log = ServerLog.from(server.node());
        ImportAnswer answer;

        try (LongImport running = LongImport.begin(realm.with("chunkSize=500"), 10 * MANY)) {
            running.awaitOutcomes(2000);
            if (gracefully) {
                server.node().stop();
            } else {
                server.node().kill();
            }
            answer = running.answer();
        }
        Map<String, String> present = stored(realm);
        assertThat(log.text()).as("chunks end before what they need does").doesNotContain("IllegalLifecycleState");
        server.startNode();

        assertThat(answer.statuses()).hasSizeGreaterThanOrEqualTo(2000).doesNotContain("failed", "rejected");
        assertThat(present).containsAllEntriesOf(LongImport.created(answer));
        assertThat(WholeUsers.in(server, realm)).isEqualTo(present.keySet());
        // AssertJ would compare each with each.
        assertThat(LongImport.names(10 * MANY).containsAll(present.keySet()))
                .as("the node is alone")
                .isTrue();
    }
}
