package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
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

    /** The entity, the table and the value that a trigger looks at, and a record with a place for it; before, what the record refers to. */
    private static Stream<Arguments> entities() {
        String scope = "{\"type\":\"client-scope\",\"name\":\"%s\",\"protocol\":\"openid-connect\"}";
        String provider = "{\"type\":\"identity-provider\",\"alias\":\"%s\",\"providerId\":\"oidc\",\"config\":{}}";
        String guarded = "\"clientId\":\"%s\",\"serviceAccountsEnabled\":true,\"authorizationServicesEnabled\":true";
        String settings = "\"authorizationSettings\":{\"policies\":[{\"name\":\"%1$s\",\"type\":\"time\","
                + "\"config\":{\"hour\":\"1\",\"hourEnd\":\"2\"}}]}";
        return Stream.of(
                arguments("users", "user_entity", "NEW.username", "{\"username\":\"%s\"}", ""),
                arguments("groups", "keycloak_group", "NEW.name", "{\"name\":\"%s\"}", ""),
                arguments("roles", "keycloak_role", "NEW.name", "{\"name\":\"%s\"}", ""),
                arguments("clients", "client", "NEW.client_id", "{\"clientId\":\"%s\"}", ""),
                arguments("clients", "resource_server_policy", "NEW.name", "{" + guarded + "," + settings + "}", ""),
                arguments(
                        "records",
                        "resource_server_policy",
                        "NEW.name",
                        "{\"type\":\"authorization\",\"clientId\":\"%s\"," + settings + "}",
                        "{\"type\":\"client\"," + guarded + "}"),
                arguments(
                        "resources",
                        "resource_server_resource",
                        "NEW.name",
                        "{\"clientId\":\"guarded\",\"name\":\"%s\"}",
                        ""),
                arguments(
                        "organizations",
                        "org",
                        "NEW.name",
                        "{\"name\":\"%s\",\"domains\":[{\"name\":\"%1$s.test\"}]}",
                        ""),
                arguments(
                        "departments",
                        "keycloak_group",
                        "NEW.name",
                        "{\"organization\":\"organized\",\"path\":\"/%s\"}",
                        ""),
                arguments("records", "client_scope", "NEW.name", scope, ""),
                arguments(
                        "records",
                        "default_client_scope",
                        "(SELECT name FROM client_scope WHERE id = NEW.scope_id)",
                        "{\"type\":\"default-client-scope\",\"name\":\"%s\"}",
                        scope),
                arguments(
                        "records",
                        "client_scope_role_mapping",
                        "(SELECT name FROM client_scope WHERE id = NEW.scope_id)",
                        "{\"type\":\"scope-mapping\",\"clientScope\":\"%s\",\"roles\":[\"" + OrganizedRealm.ROLE
                                + "\"]}",
                        scope),
                arguments(
                        "records",
                        "realm_default_groups",
                        "(SELECT name FROM keycloak_group WHERE id = NEW.group_id)",
                        "{\"type\":\"default-group\",\"path\":\"/%s\"}",
                        "{\"type\":\"group\",\"name\":\"%s\"}"),
                arguments("records", "identity_provider", "NEW.provider_alias", provider, ""),
                arguments(
                        "records",
                        "identity_provider_mapper",
                        "NEW.name",
                        "{\"type\":\"identity-provider-mapper\",\"identityProviderAlias\":\"%s\",\"name\":\"%1$s\","
                                + "\"identityProviderMapper\":\"hardcoded-user-session-attribute-idp-mapper\",\"config\":{}}",
                        provider));
    }

    @ParameterizedTest
    @MethodSource("entities")
    void rowThatATriggerRefusesIsIsolated(String entity, String table, String value, String record, String before)
            throws SQLException {
        String name = unique("guarded");
        OrganizedRealm organized = OrganizedRealm.create(server());
        organized.organization("organized");
        organized.realm().admin().createClient(organized.realm().name(), AuthorizationSample.client("guarded"));
        ImportRealm realm = organized.realm().into(entity);
        if (!before.isEmpty()) {
            List<String> all = new ArrayList<>(numbered(before, name));
            all.addAll(numbered(before, name + "-job"));
            assertThat(realm.into("records").take(all).count("created")).isEqualTo(all.size());
        }

        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF " + value
                    + " LIKE '" + name
                    + "%-7' THEN RAISE EXCEPTION 'row refused: %', NEW USING COLUMN = 'guarded_column'; END IF;"
                    + " RETURN NEW; END $$");
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
            boolean refused = outcome.path("key").asText().matches(".*-7\\b(?!-).*");
            assertThat(outcome.path("status").asText())
                    .as(outcome::toString)
                    .isIn(refused ? Set.of("rejected") : Set.of("created", "updated"));
            if (refused) {
                assertThat(ImportAnswer.problems(outcome)).containsExactly("refused-by-database");
                assertThat(outcome.path("problems").path(0).path("detail").asText())
                        .contains("column \"guarded_column\"", "P0001")
                        .doesNotContain("row refused");
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
