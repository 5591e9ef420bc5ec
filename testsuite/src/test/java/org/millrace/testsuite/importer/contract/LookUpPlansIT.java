package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.SchemaCheck;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * What a chunk looks up is looked up by the right index also where PostgreSQL knows nothing of the tables or of the realm yet, as after
 * a first import: it would read a whole table, or all users of the realm, once for each user.
 */
class LookUpPlansIT implements Importing {
    private static final int USERS = 2000;

    /** Four pages of an index and one of the table for each row, and the same for what is joined. */
    private static final double MOST_PAGES = 20;

    /** More requests than connections, so that some get the connection that the chunk used. */
    private static final int REQUESTS = 20;

    private static final String RESOURCES = "resource_server_resource";

    private static final List<String> TABLES = List.of(
            "user_entity",
            "user_attribute",
            "credential",
            "user_role_mapping",
            "user_group_membership",
            "keycloak_group",
            "federated_identity",
            RESOURCES);

    /** Joined with memberships. */
    private static final int GROUPS = 5000;

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @BeforeEach
    void knowNothing() throws SQLException {
        SchemaCheck.await(server());
        for (String table : TABLES) {
            execute("ALTER TABLE " + table + " SET (autovacuum_enabled = off)");
            execute("DELETE FROM pg_statistic WHERE starelid = '" + table + "'::regclass");
            execute("UPDATE pg_class SET relpages = 0, reltuples = -1 WHERE oid = '" + table + "'::regclass");
        }
        execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    }

    @AfterEach
    void leaveNothing() throws SQLException {
        execute("ALTER TABLE user_entity ALTER COLUMN realm_id SET STATISTICS -1");
        for (String table : TABLES) {
            execute("ALTER TABLE " + table + " RESET (autovacuum_enabled)");
        }
        execute("ANALYZE " + String.join(", ", TABLES));
        execute("DROP FUNCTION IF EXISTS note_plans() CASCADE");
        execute("DROP TABLE IF EXISTS noted_plans");
        execute("DROP EXTENSION IF EXISTS pg_stat_statements");
    }

    @Test
    void tablesAreNotReadOnceForEachUser() throws SQLException {
        String parent = unique("many-");
        assertThat(realm().into("groups")
                        .take(IntStream.range(0, GROUPS)
                                .mapToObj(number -> "{\"name\":\"" + parent + "-" + number + "\"}")
                                .toArray())
                        .count("created"))
                .isEqualTo(GROUPS);
        Object[] users = users();
        assertThat(realm().take(users).count("created")).isEqualTo(USERS);
        awaitStatistics();

        assertThat(pagesOfAUserMerged(realm(), users))
                .allSatisfy((query, pages) -> assertThat(pages).as(query).isLessThan(MOST_PAGES));
    }

    /**
     * Autovacuum analyzes a table again after a change of a tenth: statistics do not include a new realm among larger ones. It
     * takes some thousand users until the index on realm and user name is a level deeper than others on the realm.
     */
    @Test
    void realmThatStatisticsDoNotKnowIsNotReadOnceForEachUser() throws SQLException {
        for (int i = 0; i < 3; i++) {
            realm().take(users());
        }
        execute("ANALYZE " + String.join(", ", TABLES));
        // A sample in which a realm with a single user does not show, as in those of large tables.
        execute("ALTER TABLE user_entity ALTER COLUMN realm_id SET STATISTICS 1");
        execute("ANALYZE user_entity (realm_id)");
        ImportRealm unknown = realm(Map.of());
        Object[] users = IntStream.range(0, 10 * USERS)
                .mapToObj(number -> UserLine.named("user-" + number))
                .toArray();
        assertThat(unknown.take(users).count("created")).isEqualTo(users.length);

        assertThat(pagesOfAUserMerged(unknown, Arrays.copyOf(users, USERS)))
                .allSatisfy((query, pages) -> assertThat(pages).as(query).isLessThan(MOST_PAGES));
    }

    /**
     * As in the first minute of a first import, when each index costs the planner as little as another. It takes some thousand rows until
     * the index that looks one up is a level deeper than others.
     */
    @Test
    void tablesThatWereAlmostEmptyWhenSampledAreNotReadOnceForEachUser() throws SQLException {
        ImportRealm realm = ImportRealm.sample(server());
        List<UserLine> users = fromCountry("NL", 10 * USERS);
        assertThat(realm.take(users).count("created")).isEqualTo(users.size());
        realm.admin().createClient(realm.name(), AuthorizationSample.client("server"));
        ImportRealm resources = realm.into("resources").with("onConflict=merge");
        List<String> lines = IntStream.range(0, 10 * USERS)
                .mapToObj(number -> "{\"clientId\":\"server\",\"name\":\"resource-" + number
                        + "\",\"scopes\":[{\"name\":\"read\"}]}")
                .toList();
        assertThat(resources.take(lines).count("created")).isEqualTo(lines.size());
        try (Connection locking = server().database().connectAsSuperuser();
                Statement lock = locking.createStatement()) {
            locking.setAutoCommit(false);
            List<String> sampled = List.of("user_entity", "user_attribute", RESOURCES);
            // ANALYZE, which is started behind chunks, skips a locked table.
            lock.execute("LOCK TABLE " + String.join(", ", sampled) + " IN SHARE UPDATE EXCLUSIVE MODE");
            for (String table : sampled) {
                execute("UPDATE pg_class SET relpages = 1000000, reltuples = 1 WHERE oid = '" + table + "'::regclass");
            }
            execute("SELECT pg_stat_statements_reset()");

            assertThat(realm.with("onConflict=merge")
                            .take(fromCountry("DE", USERS))
                            .count("updated"))
                    .isEqualTo(USERS);
            assertThat(resources.take(lines.subList(0, USERS)).count("unchanged"))
                    .isEqualTo(USERS);

            Map<String, Double> pages = pagesOfAUser();
            assertThat(pages.keySet())
                    .anyMatch(query -> query.contains("DELETE FROM user_attribute"))
                    .anyMatch(query -> query.contains("FOR NO KEY UPDATE"))
                    .anyMatch(query -> query.contains(RESOURCES));
            assertThat(pages)
                    .allSatisfy((query, read) -> assertThat(read).as(query).isLessThan(MOST_PAGES));
        }
    }

    private static List<UserLine> fromCountry(String country, int number) {
        return IntStream.range(0, number)
                .mapToObj(each -> UserLine.named("user-" + each).attribute("country", country))
                .toList();
    }

    /** As after a deletion of most users and an import that takes up the room that they left. */
    @Test
    void tableThatWasSampledWhenItWasAlmostEmptyIsSampledAgain() throws SQLException {
        assertThat(realm().take(users()).count("created")).isEqualTo(USERS);
        awaitStatistics();
        execute("UPDATE pg_class SET reltuples = 5 WHERE oid = 'user_entity'::regclass");

        Polling.until("PostgreSQL has a new sample of the users", () -> {
            realm().take(UserLine.named(unique("another-")));
            return isTrueOfUsers("reltuples >= " + USERS);
        });
    }

    private Object[] users() {
        String name = unique("looked-up");
        return IntStream.range(0, USERS)
                .mapToObj(number -> UserLine.named(name + "-" + number)
                        .with("groups", List.of(SampleRealm.GROUP))
                        .attribute("country", "NL"))
                .toArray();
    }

    private Map<String, Double> pagesOfAUserMerged(ImportRealm realm, Object[] users) throws SQLException {
        execute("SELECT pg_stat_statements_reset()");
        ImportAnswer answer = realm.with("onConflict=merge").take(users);
        assertThat(answer.count("unchanged")).isEqualTo(USERS);
        Map<String, Double> pages = pagesOfAUser();
        assertThat(pages).hasSizeGreaterThanOrEqualTo(TABLES.size());
        return pages;
    }

    /** They are looked at behind chunks, once a second at most, and autovacuum is off. */
    private void awaitStatistics() throws SQLException {
        Polling.until("statistics of users", () -> {
            realm().take(UserLine.named(unique("one-more-")));
            return isTrueOfUsers("relpages > 0");
        });
    }

    /** @param condition of the row of {@code user_entity} in {@code pg_class} */
    private boolean isTrueOfUsers(String condition) throws SQLException {
        try (Connection connection = server().database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT " + condition + " FROM pg_class WHERE oid = 'user_entity'::regclass")) {
            return row.next() && row.getBoolean(1);
        }
    }

    @Test
    void plansAreChosenForChunksOnly() throws SQLException {
        execute("CREATE TABLE noted_plans (name TEXT, reads_whole_tables TEXT)");
        execute("CREATE FUNCTION note_plans() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN"
                + " INSERT INTO noted_plans VALUES (NEW.username, current_setting('enable_seqscan'));"
                + " RETURN NEW; END $$");
        execute("CREATE TRIGGER note_plans BEFORE INSERT ON user_entity FOR EACH ROW EXECUTE FUNCTION note_plans()");
        String imported = unique("imported-");
        String posted = unique("posted-");

        realm().take(UserLine.named(imported));
        for (int i = 0; i < REQUESTS; i++) {
            realm().admin()
                    .post(realm().base() + "/users", Map.of("username", posted + "-" + i))
                    .ok();
        }

        assertThat(noted(imported)).containsOnly("off");
        assertThat(noted(posted)).containsOnly("on");
    }

    private List<String> noted(String name) throws SQLException {
        List<String> noted = new ArrayList<>();
        try (Connection connection = server().database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT reads_whole_tables FROM noted_plans WHERE name LIKE '" + name + "%'")) {
            while (row.next()) {
                noted.add(row.getString(1));
            }
        }
        return noted;
    }

    /** How many pages each of the look-ups has read for one user. */
    private Map<String, Double> pagesOfAUser() throws SQLException {
        Map<String, Double> pages = new TreeMap<>();
        try (Connection connection = server().database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT query, sum(shared_blks_hit + shared_blks_read)"
                                + " FROM pg_stat_statements WHERE query LIKE '%unnest%' OR query LIKE '%FOR NO KEY UPDATE' GROUP BY query")) {
            while (row.next()) {
                pages.put(row.getString(1), row.getDouble(2) / USERS);
            }
        }
        return pages;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server().database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
