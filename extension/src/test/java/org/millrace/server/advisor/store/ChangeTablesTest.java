package org.millrace.server.advisor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.effect.Changes;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.server.Database;

class ChangeTablesTest {

    private static final int MOST = 3;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Changes changes = new Changes(() -> "kc-1", Map.of("keycloak", "26.7.4"), MOST, now);
    private final ChangeTables tables =
            new ChangeTables(changes, "kc-1", new StoreLimits(0, MOST, Duration.ofDays(1), 1024));
    private final JdbcDataSource source = new JdbcDataSource();

    @BeforeEach
    void createTables() throws SQLException {
        source.setURL("jdbc:h2:mem:changes;DB_CLOSE_DELAY=-1");
        execute("CREATE TABLE MILLRACE_CHANGE (ID VARCHAR(36), NODE VARCHAR(255), CHANGED_AT BIGINT, KIND VARCHAR(20),"
                + " NAME VARCHAR(255), FROM_VALUE VARCHAR(1000), TO_VALUE VARCHAR(1000), ADVICE VARCHAR(4000))");
        execute("CREATE TABLE MILLRACE_SERVER (SERVER VARCHAR(255), SEEN_AT BIGINT, SETTINGS BLOB, ADVICE BLOB)");
    }

    @AfterEach
    void dropTables() throws SQLException {
        execute("SHUTDOWN");
    }

    @Test
    void marksDoNotPushOutStoredChanges() throws SQLException {
        Database database = Database.behind(source, Optional.empty());
        tables.write(database, now);
        changes.follow(Map.of("keycloak", "26.7.3"));

        for (int second = 1; second <= MOST + 1; second++) {
            changes.mark("mark " + second, now.plusSeconds(second));
            tables.write(database, now.plusSeconds(second));
        }

        assertThat(ChangeTables.readChanges(database))
                .extracting(ObservedChange::name)
                .as("the restart and the new version, and the last marks")
                .containsExactlyInAnyOrder("kc-1", "keycloak", "mark 2", "mark 3", "mark 4");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
