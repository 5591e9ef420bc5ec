package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.SchemaCheck;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** PostgreSQL repeats the rejected row in the error's detail and in the context of COPY; neither may be disclosed. */
class RefusedCopyIT implements Importing {
    private static final String MARKER = "rEfUsEdHaShW";

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @BeforeEach
    void compareUnchangedSchema() {
        SchemaCheck.await(server());
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
        assertThat(answer.line(2).toString())
                .contains("23514")
                .contains("no_marker", "credential")
                .doesNotContain(MARKER);
        assertThat(log.text()).contains("SQLSTATE 23514").doesNotContain(MARKER);
    }

    /** The entity, the table and its column that a trigger looks at, and a record with a place for the value. */
    private static Stream<Arguments> entities() {
        return Stream.of(
                arguments("users", "user_entity", "username", "{\"username\":\"%s\"}"),
                arguments("groups", "keycloak_group", "name", "{\"name\":\"%s\"}"),
                arguments("roles", "keycloak_role", "name", "{\"name\":\"%s\"}"),
                arguments("clients", "client", "client_id", "{\"clientId\":\"%s\"}"),
                arguments("organizations", "org", "name", "{\"name\":\"%s\",\"domains\":[{\"name\":\"%1$s.test\"}]}"),
                arguments(
                        "records",
                        "client_scope",
                        "name",
                        "{\"type\":\"client-scope\",\"name\":\"%s\",\"protocol\":\"openid-connect\"}"),
                arguments(
                        "records",
                        "identity_provider",
                        "provider_alias",
                        "{\"type\":\"identity-provider\",\"alias\":\"%s\",\"providerId\":\"oidc\",\"config\":{}}"));
    }

    @ParameterizedTest
    @MethodSource("entities")
    void rowThatATriggerRefusesIsIsolated(String entity, String table, String column, String record)
            throws SQLException {
        String name = unique("guarded");
        ImportRealm realm = OrganizedRealm.create(server()).realm().into(entity);

        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW."
                    + column + " LIKE '" + name
                    + "%-7' THEN RAISE EXCEPTION 'row refused: %', NEW; END IF; RETURN NEW; END $$");
            statement.execute("CREATE TRIGGER refuse_row BEFORE INSERT OR UPDATE ON " + table
                    + " FOR EACH ROW EXECUTE FUNCTION refuse_row()");
            try {
                assertIsolated(realm.take(numbered(record, name)).outcomes());
                ImportJob job = ImportJob.create(realm, Map.of())
                        .with(1, numbered(record, name + "-job"))
                        .started();
                job.finished();
                assertIsolated(job.outcomes());
            } finally {
                statement.execute("DROP TRIGGER refuse_row ON " + table);
                statement.execute("DROP FUNCTION refuse_row()");
            }
        }
    }

    private static List<String> numbered(String record, String name) {
        return IntStream.range(0, 20)
                .mapToObj(number -> record.formatted(name + "-" + number))
                .toList();
    }

    private static void assertIsolated(List<JsonNode> outcomes) {
        assertThat(outcomes).hasSize(20);
        for (JsonNode outcome : outcomes) {
            boolean refused = outcome.path("key").asText().endsWith("-7");
            assertThat(outcome.path("status").asText())
                    .as(outcome::toString)
                    .isEqualTo(refused ? "rejected" : "created");
            if (refused) {
                assertThat(ImportAnswer.problems(outcome)).containsExactly("refused-by-database");
                assertThat(outcome.toString()).contains("P0001").doesNotContain("row refused");
            }
        }
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
