package org.millrace.testsuite.importer.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Foreign keys are checked once for each chunk where the operator and the database allow it, and nowhere else. */
class ForeignKeyChecksIT implements Importing {
    private static final String FOREIGN_KEYS =
            "SELECT c.conrelid::regclass::text, a.attname, c.confrelid::regclass::text,"
                    + " p.attname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]"
                    + " JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1] WHERE c.contype = 'f'";

    @Override
    public ServerUnderTest server() {
        return SharedServers.permissivePostgres();
    }

    @BeforeEach
    void grant() throws SQLException {
        ParameterPrivilege.grant(server());
    }

    @AfterEach
    void revoke() throws SQLException {
        ParameterPrivilege.revoke(server());
    }

    private static JsonNode checks(ImportAnswer answer) {
        return answer.summary().orElseThrow().path("foreignKeyChecks");
    }

    /** Columns with a foreign key whose rows refer to nothing, in all of the database. */
    private List<String> orphans() throws SQLException {
        List<String> orphans = new ArrayList<>();
        try (Connection connection = server().database().connect();
                Statement keys = connection.createStatement();
                Statement query = connection.createStatement();
                ResultSet key = keys.executeQuery(FOREIGN_KEYS)) {
            while (key.next()) {
                String sql =
                        "SELECT count(*) FROM %s c WHERE c.%s IS NOT NULL AND NOT EXISTS (SELECT FROM %s p WHERE p.%s = c.%s)"
                                .formatted(
                                        key.getString(1),
                                        key.getString(2),
                                        key.getString(3),
                                        key.getString(4),
                                        key.getString(2));
                try (ResultSet count = query.executeQuery(sql)) {
                    count.next();
                    if (count.getLong(1) > 0) {
                        orphans.add(key.getString(1) + "." + key.getString(2));
                    }
                }
            }
        }
        return orphans;
    }

    @Test
    void rowsAreEqualWhicheverWayForeignKeysAreChecked() throws SQLException {
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
        Twins twins = Twins.of(() -> ManyShapes.realm(ImportRealm.shared(server())));
        List<ObjectNode> users = ManyShapes.users(200);
        users.forEach(user -> user.remove("id"));

        ImportAnswer byChunk = twins.millraces().take(users);
        ParameterPrivilege.revoke(server());
        ImportAnswer byRow = twins.keycloaks().take(users);

        // How many transactions there are depends on when the body arrives.
        assertThat(checks(byChunk).toString()).matches("\\{\"chunk\":[1-9]\\d*}");
        assertThat(checks(byRow).toString()).matches("\\{\"row\":[1-9]\\d*}");
        assertThat(byChunk.count("created")).as("%s", byChunk.outcomes()).isEqualTo(users.size());
        try (Connection connection = server().database().connect()) {
            assertThat(UserRows.of(connection, twins.millraces(), start, Set.of()))
                    .isEqualTo(UserRows.of(connection, twins.keycloaks(), start, Set.of()));
        }
        assertThat(orphans()).isEmpty();
    }

    @Test
    void chunkWithAnUpdateChecksEachRow() {
        ImportRealm realm = realm().with("onConflict=merge");
        UserLine user = UserLine.named(unique("checked"));

        ImportAnswer created = realm.take(user);
        ImportAnswer updated = realm.take(user.with("firstName", "New"), UserLine.named(unique("checked")));

        assertThat(checks(created).toString()).isEqualTo("{\"chunk\":1}");
        assertThat(updated.statuses()).containsExactly("updated", "created");
        assertThat(checks(updated).toString()).isEqualTo("{\"row\":1}");
    }

    @Test
    void dryRunChecksEachRow() {
        ImportAnswer answer = realm().with("dryRun=true").take(UserLine.named(unique("checked")));

        assertThat(answer.statuses()).containsExactly("created");
        assertThat(checks(answer).isMissingNode()).isTrue();
    }

    @Test
    void jobDocumentCountsItsTransactions() {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        ImportJob job = ImportJob.create(realm, Map.of("chunkSize", 10))
                .with(1, UserLine.several("checked", 30))
                .started();

        JsonNode done = job.finished();

        assertThat(done.path("counts").path("created").asLong()).isEqualTo(30);
        assertThat(done.path("foreignKeyChecks").toString()).isEqualTo("{\"chunk\":3}");
    }

    /** Since the import reads the catalogue once, it would not see this trigger; the check for each chunk does. */
    @Test
    void userTriggerRunsForEachRow() throws SQLException {
        realm().take(UserLine.named(unique("before")));
        ParameterPrivilege.execute(
                server(),
                "CREATE TABLE audited (username VARCHAR); GRANT INSERT ON audited TO keycloak;"
                        + " CREATE FUNCTION audit() RETURNS trigger AS $$ BEGIN INSERT INTO audited VALUES (NEW.username);"
                        + " RETURN NULL; END $$ LANGUAGE plpgsql;"
                        + " CREATE TRIGGER audit AFTER INSERT ON user_entity FOR EACH ROW EXECUTE FUNCTION audit()");
        try {
            UserLine user = UserLine.named(unique("audited"));

            ImportAnswer answer = realm().take(user);

            assertThat(answer.statuses()).containsExactly("created");
            assertThat(checks(answer).toString()).isEqualTo("{\"row\":1}");
            assertThat(count("SELECT count(*) FROM audited WHERE username = '" + user.username() + "'"))
                    .isEqualTo(1);
        } finally {
            ParameterPrivilege.execute(
                    server(), "DROP TRIGGER audit ON user_entity; DROP FUNCTION audit; DROP TABLE audited");
        }
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = server().database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The transaction waits for another one with the same user name while its triggers are off, and is ended there. */
    @Test
    void transactionThatIsEndedWithoutTriggersLeavesNothing() throws Exception {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        List<UserLine> users = UserLine.several("ended", 50);
        CompletableFuture<ImportAnswer> answer;
        try (Connection other = server().database().connectAsSuperuser();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO user_entity (id, username, realm_id, email_constraint) SELECT 'blocker',"
                    + " 'ended-25', id, 'blocker' FROM realm WHERE name = '" + realm.name() + "'");
            answer = CompletableFuture.supplyAsync(() -> realm.take(users));
            Polling.until(
                    "the import waits and is ended",
                    () -> count("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                    + " WHERE wait_event_type = 'Lock' AND query LIKE 'COPY%user_entity%'")
                            == 1);
            assertThat(realm.count()).isZero();
            other.rollback();
        }

        assertThat(answer.join().count("created")).isEqualTo(50);
        assertThat(realm.count()).isEqualTo(50);
        assertThat(orphans()).isEmpty();
    }

    /** Roles have no foreign key, and the lock at the end of a chunk finds that one is gone. */
    @Test
    void roleThatIsRemovedMeanwhileIsRefused() throws Exception {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        realm.admin().createRealmRole(realm.name(), "removed");
        List<UserLine> users = IntStream.range(0, 2000)
                .mapToObj(i -> UserLine.named("refers-" + i).with("realmRoles", List.of("removed")))
                .toList();

        CompletableFuture<ImportAnswer> answer =
                CompletableFuture.supplyAsync(() -> realm.with("chunkSize=20").take(users));
        Polling.until("some users are there", () -> realm.count() > 0);
        realm.admin().delete(realm.base() + "/roles/removed").ok();

        assertThat(answer.join().outcomes())
                .allSatisfy(outcome -> assertThat(outcome.path("status").asText())
                        .as(outcome::toString)
                        .isIn("created", "rejected", "failed"));
        assertThat(checks(answer.join()).has("row")).isFalse();
        Polling.until(
                "rows of the role are deleted",
                () -> count("SELECT count(*) FROM user_role_mapping m WHERE NOT EXISTS"
                                + " (SELECT FROM keycloak_role r WHERE r.id = m.role_id)")
                        == 0);
        assertThat(orphans()).isEmpty();
    }
}
