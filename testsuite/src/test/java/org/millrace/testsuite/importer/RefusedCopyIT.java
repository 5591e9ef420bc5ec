package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** PostgreSQL repeats the row that it refuses, in the error's detail and in the context of the COPY; nobody may see that. */
class RefusedCopyIT implements Importing {
    private static final String MARKER = "rEfUsEdHaShW";

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @Test
    void rowThatTheDatabaseRefusesIsNotRepeated() throws SQLException {
        ServerLog log = ServerLog.from(server().node());
        UserLine before = UserLine.named(unique("before"));
        UserLine refused = UserLine.named(unique("refused"))
                .with(
                        "credentials",
                        List.of(Map.of(
                                "id",
                                "c-" + unique(""),
                                "type",
                                "password",
                                "secretData",
                                "{\"value\":\"" + MARKER + "\",\"salt\":\"c2FsdA==\"}",
                                "credentialData",
                                "{\"algorithm\":\"pbkdf2-sha256\",\"hashIterations\":1}")));
        UserLine behind = UserLine.named(unique("behind"));

        ImportAnswer answer;
        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE credential ADD CONSTRAINT no_marker CHECK (secret_data NOT LIKE '%" + MARKER
                    + "%') NOT VALID");
            try {
                assertThat(quoted(statement)).contains(MARKER);
                answer = realm().take(before, refused, behind);
            } finally {
                statement.execute("ALTER TABLE credential DROP CONSTRAINT no_marker");
            }
        }

        assertThat(answer.statuses()).containsExactly("created", "rejected", "created");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("invalid-value");
        assertThat(answer.line(2).toString()).contains("23514").doesNotContain(MARKER);
        assertThat(log.text()).contains("SQLSTATE 23514").doesNotContain(MARKER);
    }

    /** What the database itself says when it refuses such a row. */
    private static String quoted(Statement statement) {
        try {
            statement.execute("INSERT INTO credential (id, user_id, secret_data)" + " SELECT 'c-0', min(id), '" + MARKER
                    + "' FROM user_entity");
            return "";
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
