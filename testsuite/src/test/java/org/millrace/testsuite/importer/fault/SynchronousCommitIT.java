package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.SchemaCheck;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * Users reported as created are on disk. Keycloak commits asynchronously if its model has changed only events, and it does not
 * see rows that were copied with SQL.
 */
class SynchronousCommitIT implements Importing {
    private static final List<String> TABLES = List.of(
            "user_entity",
            "keycloak_role",
            "keycloak_group",
            "resource_server_resource",
            "client",
            "admin_event_entity",
            "event_entity");

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** A deferred trigger fires within COMMIT, after all settings of the transaction. */
    @BeforeEach
    void noteCommits() throws SQLException {
        SchemaCheck.await(server());
        execute(
                "CREATE TABLE noted_commit (name TEXT, waits TEXT)",
                "CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " INSERT INTO noted_commit VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));"
                        + " RETURN NULL; END $$");
        for (String table : TABLES) {
            execute("CREATE CONSTRAINT TRIGGER note_commit AFTER INSERT ON " + table
                    + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_commit()");
        }
    }

    @AfterEach
    void noteNoMore() throws SQLException {
        execute("DROP FUNCTION note_commit() CASCADE", "DROP TABLE noted_commit");
    }

    private void execute(String... commands) throws SQLException {
        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            for (String sql : commands) {
                statement.execute(sql);
            }
        }
    }

    /** The table that rows came into, and what {@code synchronous_commit} was at their commit. */
    private Map<String, Set<String>> noted() throws SQLException {
        Map<String, Set<String>> noted = new TreeMap<>();
        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT DISTINCT name, waits FROM noted_commit")) {
            while (row.next()) {
                noted.computeIfAbsent(row.getString(1), table -> new TreeSet<>())
                        .add(row.getString(2));
            }
        }
        return noted;
    }

    @Test
    void copiedRowsAreCommittedSynchronouslyWithAdminEvents() throws SQLException {
        ImportRealm realm = realm(Map.of("adminEventsEnabled", true));
        realm.admin().createClient(realm.name(), AuthorizationSample.client("guarded"));
        execute("TRUNCATE noted_commit");

        for (String entity : List.of("roles", "groups", "resources")) {
            ImportAnswer answer =
                    realm.into(entity).with("events=each").take("{\"clientId\":\"guarded\",\"name\":\"waited-for\"}");
            assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created");
        }
        assertThat(realm.with("events=none").take(UserLine.named("waited-for")).statuses())
                .containsExactly("created");
        for (String events : List.of("none", "each")) {
            assertThat(realm.into("clients")
                            .with("events=" + events)
                            .take("{\"clientId\":\"waited-for-%s\"}".formatted(events))
                            .statuses())
                    .containsExactly("created");
        }

        assertThat(noted())
                .isEqualTo(Map.of(
                        "keycloak_role", Set.of("on"),
                        "keycloak_group", Set.of("on"),
                        "resource_server_resource", Set.of("on"),
                        "admin_event_entity", Set.of("on"),
                        "client", Set.of("on"),
                        "user_entity", Set.of("on")));
    }

    @Test
    void eventByItselfIsNotWaitedForSoTheOthersCouldHaveBeenLost() throws SQLException {
        ImportRealm realm = realm(Map.of("eventsEnabled", true));
        execute("TRUNCATE noted_commit");

        assertThat(realm.login("missing", "nothing").status()).isGreaterThanOrEqualTo(400);

        assertThat(noted()).isEqualTo(Map.of("event_entity", Set.of("off")));
    }
}
