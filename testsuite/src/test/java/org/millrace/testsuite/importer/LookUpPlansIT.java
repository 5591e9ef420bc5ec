package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * What a chunk looks up is looked up by indexes also where PostgreSQL knows nothing of the tables yet, as after a first import: it
 * would read the whole table once for each user.
 */
class LookUpPlansIT implements Importing {
    private static final int USERS = 2000;

    /** Three of an index and one of the table for each row, and as many again for what is joined. */
    private static final double MOST_PAGES = 20;

    private static final List<String> TABLES = List.of(
            "user_entity",
            "user_attribute",
            "credential",
            "user_role_mapping",
            "user_group_membership",
            "federated_identity");

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @BeforeEach
    void gatherNoStatistics() throws SQLException {
        for (String table : TABLES) {
            execute("ALTER TABLE " + table + " SET (autovacuum_enabled = off)");
            execute("DELETE FROM pg_statistic WHERE starelid = '" + table + "'::regclass");
            execute("UPDATE pg_class SET relpages = 0, reltuples = -1 WHERE oid = '" + table + "'::regclass");
        }
        execute("CREATE EXTENSION pg_stat_statements");
    }

    @AfterEach
    void gatherStatistics() throws SQLException {
        execute("DROP EXTENSION pg_stat_statements");
        for (String table : TABLES) {
            execute("ALTER TABLE " + table + " RESET (autovacuum_enabled)");
        }
    }

    @Test
    void tablesAreNotReadOnceForEachUser() throws Exception {
        String name = unique("looked-up-");
        Object[] users = IntStream.range(0, USERS)
                .mapToObj(number -> "{\"username\":\"%s-%d\",\"groups\":[\"%s\"],\"attributes\":{\"a\":[\"1\"]}}"
                        .formatted(name, number, SampleRealm.GROUP))
                .toArray();
        assertThat(realm().take(users).count("created")).isEqualTo(USERS);
        execute("SELECT pg_stat_statements_reset()");
        // Statistics are looked at once a second.
        Thread.sleep(1100);

        ImportAnswer answer = realm().with("onConflict=merge").take(users);

        assertThat(answer.count("unchanged")).isEqualTo(USERS);
        Map<String, Double> pages = pagesOfAUser();
        assertThat(pages).hasSizeGreaterThan(TABLES.size());
        assertThat(pages).allSatisfy((query, each) -> assertThat(each).as(query).isLessThan(MOST_PAGES));
    }

    /** How many pages each of the look-ups has read for one user. */
    private Map<String, Double> pagesOfAUser() throws SQLException {
        Map<String, Double> pages = new TreeMap<>();
        try (Connection connection = server().database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT query, sum(shared_blks_hit + shared_blks_read)"
                        + " FROM pg_stat_statements WHERE query LIKE '%unnest%LATERAL%' GROUP BY query")) {
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
