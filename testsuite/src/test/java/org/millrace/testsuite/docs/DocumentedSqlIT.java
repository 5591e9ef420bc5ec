package org.millrace.testsuite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.SharedServers;

/** Executes SQL of the how-to pages on the database of a server, in transactions that are rolled back, and compares the tables to drop. */
class DocumentedSqlIT {
    private static final Path HOW_TO =
            Path.of(System.getProperty("project.root", "..")).resolve("docs/how-to");
    private static final Pattern BLOCK = Pattern.compile("^ *```sql\\n(.*?)^ *```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("\\w*millrace\\w*");
    private static final String TABLES =
            "SELECT tablename FROM pg_tables WHERE tablename LIKE '%millrace%' ORDER BY tablename";
    private static final String MAY_SET =
            "SELECT has_parameter_privilege('keycloak', 'session_replication_role', 'SET')";

    private static List<String> blocks(String page) throws IOException {
        return BLOCK.matcher(Files.readString(HOW_TO.resolve(page)))
                .results()
                .map(block -> block.group(1).strip())
                .toList();
    }

    private static List<String> column(Statement statement, String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    @Test
    void uninstallNamesAllTables() throws Exception {
        List<String> blocks = blocks("uninstall.md");
        assertThat(blocks).hasSize(4);
        try (Connection connection = SharedServers.postgres().database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(column(statement, TABLES)).hasSizeGreaterThan(10);

            for (String block : blocks) {
                if (block.startsWith("DROP TABLE")) {
                    // Not executed: the server works with them. RemovedProviderIT does.
                    assertThat(NAME.matcher(block).results().map(MatchResult::group))
                            .containsExactlyInAnyOrderElementsOf(column(statement, TABLES));
                } else {
                    statement.execute(block);
                }
            }
            connection.rollback();
        }
    }

    @Test
    void privilegeToLeaveOutTriggersIsGrantedAndRevoked() throws Exception {
        List<String> blocks = blocks("tune-postgresql-for-a-migration.md");
        assertThat(blocks).hasSize(2);
        try (Connection connection = SharedServers.postgres().database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);

            statement.execute(blocks.get(0));
            assertThat(column(statement, MAY_SET)).containsExactly("t");

            statement.execute(blocks.get(1));
            assertThat(column(statement, MAY_SET)).containsExactly("f");
            connection.rollback();
        }
    }
}
