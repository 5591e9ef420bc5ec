package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A table that is not as COPY needs it: its rows are written through Keycloak's model, and the server says so. */
@Thorough
class SchemaMismatchIT {
    private static final String REASON = "table user_entity has the trigger audit_users";

    private static ServerUnderTest server;
    private static ImportRealm realm;
    private static OtherNode otherNode;

    /** Answers of a node that starts on tables with other mismatches. */
    private record OtherNode(String entities, ImportAnswer users, ImportAnswer groups) {}

    @BeforeAll
    static void nodesStartOnChangedTables() throws SQLException {
        server = ServerUnderTest.create(ServerOptions.postgres().startingFast());
        otherNode = otherMismatches();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE audited (username varchar(255))");
            statement.execute("CREATE FUNCTION audit_users() RETURNS trigger LANGUAGE plpgsql AS"
                    + " 'BEGIN INSERT INTO audited VALUES (NEW.username); RETURN NEW; END'");
            statement.execute("CREATE TRIGGER audit_users BEFORE INSERT ON user_entity FOR EACH ROW"
                    + " EXECUTE FUNCTION audit_users()");
            statement.execute("ALTER TABLE keycloak_group ADD CONSTRAINT group_names CHECK (length(name) > 1)");
            statement.execute("CREATE DOMAIN short_text AS varchar(255)");
            statement.execute("ALTER TABLE keycloak_role ALTER COLUMN description TYPE short_text");
            statement.execute("CREATE UNIQUE INDEX one_uri ON resource_uris (value)");
        }
        server.startNode();
        realm = ImportRealm.create(server, Map.of("enabled", true));
    }

    /** Has another node find and write tables with other mismatches, one for each entity, and repairs the tables. */
    private static OtherNode otherMismatches() throws SQLException {
        execute(
                "ALTER TABLE user_attribute ENABLE ROW LEVEL SECURITY",
                "ALTER TABLE user_attribute FORCE ROW LEVEL SECURITY",
                "CREATE POLICY everything ON user_attribute USING (value IS DISTINCT FROM 'hidden')",
                "ALTER TABLE group_attribute ADD COLUMN region varchar(9) NOT NULL DEFAULT 'eu',"
                        + " ADD COLUMN serial bigint NOT NULL GENERATED ALWAYS AS IDENTITY, ADD COLUMN tenant varchar(9) NOT NULL",
                "CREATE RULE copied AS ON INSERT TO role_attribute DO ALSO NOTIFY roles",
                "ALTER TABLE resource_attribute RENAME COLUMN value TO former_value");
        Node node = server.startNode();
        ImportRealm own = ImportRealm.create(server, Map.of("enabled", true));
        own.allowUnmanagedAttributes();

        OtherNode answers = new OtherNode(
                entities(own).toString(),
                own.take(
                        UserLine.named("seen").attribute("floor", "1"),
                        UserLine.named("unseen").attribute("floor", "hidden")),
                own.into("groups")
                        .take("{\"name\":\"plain\"}", "{\"name\":\"attributed\",\"attributes\":{\"floor\":[\"1\"]}}"));

        node.stop();
        execute(
                "ALTER TABLE resource_attribute RENAME COLUMN former_value TO value",
                "DROP RULE copied ON role_attribute",
                "ALTER TABLE group_attribute DROP COLUMN tenant, DROP COLUMN region, DROP COLUMN serial",
                "DROP POLICY everything ON user_attribute",
                "ALTER TABLE user_attribute NO FORCE ROW LEVEL SECURITY",
                "ALTER TABLE user_attribute DISABLE ROW LEVEL SECURITY");
        return answers;
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static JsonNode entities(ImportRealm realm) {
        return AdminClient.of(realm.node())
                .get(realm.base() + "/bulk-import")
                .ok()
                .json()
                .path("entities");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void oneLineOfTheLogSaysSo() {
        Polling.await("the line in the log", () -> server.node().log().contains(REASON));

        assertThat(server.node().log().lines().filter(line -> line.contains("COPY is not used for users")))
                .singleElement()
                .asString()
                .contains(REASON);
    }

    @Test
    void deletionsOfUsersSaySoOnce() {
        realm.take(UserLine.several("gone", 4));

        for (int i = 0; i < 4; i += 2) {
            ImportAnswer answer = realm.take(
                    "{\"$op\":\"delete\",\"username\":\"gone-" + i + "\"}",
                    "{\"$op\":\"delete\",\"username\":\"gone-" + (i + 1) + "\"}");
            assertThat(answer.count("deleted")).isEqualTo(2);
        }

        assertThat(server.node().log().lines().filter(line -> line.contains("Users are deleted one by one")))
                .singleElement()
                .asString()
                .contains(REASON);
    }

    @Test
    void summaryAndOverviewSaySo() throws SQLException {
        ImportAnswer answer = realm.take(UserLine.several("direct-", 20));

        assertThat(answer.count("created")).isEqualTo(20);
        assertThat(answer.summary().orElseThrow().path("writer").path("name").asText())
                .isEqualTo("model");
        assertThat(answer.summary().orElseThrow().path("writer").path("reason").asText())
                .isEqualTo(REASON);
        assertThat(entities(realm).toString())
                .contains(
                        REASON,
                        "table keycloak_group has the constraint group_names, which Keycloak does not create",
                        "column description of table keycloak_role has the type short_text",
                        "table resource_uris has the constraint one_uri, which Keycloak does not create")
                .doesNotContain("\"copy\"");
    }

    @Test
    void rowLevelSecurityRulesAndOtherColumnsAreMismatches() {
        assertThat(otherNode.entities())
                .contains(
                        "table user_attribute has row-level security",
                        "column tenant of table group_attribute is NOT NULL without a default, and COPY does not fill it",
                        "table role_attribute has the rule copied",
                        "table resource_attribute has no column value")
                .doesNotContain("\"copy\"");
    }

    @Test
    void recordsThatSuchTablesRefuseAreRejectedWithTableAndColumn() {
        assertThat(otherNode.users().statuses()).containsExactly("created", "rejected");
        assertThat(otherNode.users().line(2).toString()).contains("refused-by-database", "42501");
        assertThat(otherNode.groups().statuses()).containsExactly("created", "rejected");
        assertThat(otherNode
                        .groups()
                        .line(2)
                        .path("problems")
                        .path(0)
                        .path("detail")
                        .asText())
                .contains("table \"group_attribute\", column \"tenant\"", "23502");
    }

    @Test
    void reportOfTheAdvisorSaysSo() {
        AdminClient admin = AdminClient.of(server.node());

        Polling.await(
                "the finding",
                () -> admin.get("/admin/realms/master/advisor/report")
                        .ok()
                        .json()
                        .path("findings")
                        .toString()
                        .contains("KC-MIG-005"));

        assertThat(admin.get("/admin/realms/master/advisor/report").ok().body()).contains("users: " + REASON);
    }

    @Test
    void constraintsAndOtherTypesDoNotKeepRecordsOut() {
        assertThat(realm.into("groups")
                        .take("{\"name\":\"sales\"}", "{\"name\":\"north\"}")
                        .count("created"))
                .isEqualTo(2);
        assertThat(realm.into("roles")
                        .take("{\"name\":\"auditor\",\"description\":\"Reads all\"}")
                        .count("created"))
                .isEqualTo(1);
    }

    @Test
    void documentOfAJobSaysSo() {
        ImportJob job = ImportJob.create(realm, Map.of())
                .with(1, UserLine.several("job-", 20))
                .started();

        JsonNode document = job.finished();

        assertThat(document.path("counts").path("created").asLong()).isEqualTo(20);
        assertThat(document.path("writer").path("reason").asText()).isEqualTo(REASON);
        assertThat(List.of("completed")).contains(document.path("state").asText());
    }
}
