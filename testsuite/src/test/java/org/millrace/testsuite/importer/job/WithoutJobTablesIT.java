package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * With {@code jobs=false} nothing is created in the database; direct imports and the advisor work, also for a database role without DDL rights
 * and where Keycloak may not migrate. The server has no management interface.
 */
@Thorough
class WithoutJobTablesIT {
    private static final String JOBS = "spi-admin-realm-restapi-extension--bulk-import--jobs";
    private static final String MIGRATION = "spi-connections-jpa--quarkus--migration-";
    private static final Map<String, String> WITHOUT_DDL = Map.of("db-username", "reader", "db-password", "reader");

    private static ServerUnderTest server;
    private static ImportRealm realm;

    @BeforeAll
    static void start() throws SQLException {
        server = ServerUnderTest.start(ServerOptions.postgres()
                .startingFast()
                .withEmptyDatabase()
                .withBuildOption("metrics-enabled", "false")
                .withBuildOption("http-management-health-enabled", "false")
                .with(JOBS, "false"));
        realm = ImportRealm.create(server, Map.of("enabled", true));
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE reader LOGIN PASSWORD 'reader'");
            String granted = "GRANT SELECT, INSERT, UPDATE, DELETE ON ";
            statement.execute(granted + "ALL TABLES IN SCHEMA public TO reader");
            statement.execute(
                    "ALTER DEFAULT PRIVILEGES FOR ROLE keycloak IN SCHEMA public " + granted + "TABLES TO reader");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void noTableIsCreated() throws SQLException {
        try (Connection connection = server.database().connect();
                ResultSet found = connection.getMetaData().getTables(null, null, "%millrace%", null)) {
            assertThat(found.next()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "validate", "manual"})
    void roleWithoutDdlRightsImports(String strategy) {
        Node node = server.startNode(options -> options.with(WITHOUT_DDL).with(MIGRATION + "strategy", strategy));

        try {
            ImportRealm there = new ImportRealm(node, AdminClient.of(node), realm.name(), "users", "");
            assertThat(there.take(UserLine.several(strategy, 20)).count("created"))
                    .isEqualTo(20);
            assertThat(there.admin().get(ImportJob.collection(there)).status()).isEqualTo(404);
            assertThat(there.admin().get("/admin/realms/master/advisor/report").status())
                    .isEqualTo(200);
        } finally {
            node.stop();
        }
    }

    @ParameterizedTest
    @CsvSource({"update, permission denied for schema public", "validate, Database not up-to-date"})
    void keycloakDoesNotStartWhereTheTablesOfJobsAreMissing(String strategy, String message) {
        assertThatThrownBy(() -> server.startNode(
                        options -> options.with(WITHOUT_DDL).with(JOBS, "true").with(MIGRATION + "strategy", strategy)))
                .hasMessageContaining(message);
    }

    @Test
    void sqlThatKeycloakWritesCreatesTheTablesOfJobs(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("update.sql");
        UnaryOperator<ServerOptions> manual = options -> options.with(WITHOUT_DDL)
                .with(JOBS, "true")
                .with(MIGRATION + "strategy", "manual")
                .with(MIGRATION + "export", file.toString());
        assertThatThrownBy(() -> server.startNode(manual)).hasMessageContaining("update.sql");
        String sql = Files.readString(file);

        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            try {
                assertJobsWork(server.startNode(manual));
            } finally {
                dropTablesOfMillrace(statement);
            }
        }
    }

    private static void assertJobsWork(Node node) {
        try {
            ImportRealm there = new ImportRealm(node, AdminClient.of(node), realm.name(), "users", "");
            ImportJob job = ImportJob.create(there, Map.of())
                    .with(1, UserLine.several("by-job-", 20))
                    .started();
            assertThat(job.finished().path("counts").path("created").asLong()).isEqualTo(20);
        } finally {
            node.stop();
        }
    }

    private static void dropTablesOfMillrace(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE '%millrace%'")) {
            while (found.next()) {
                tables.add(found.getString(1));
            }
        }
        for (String table : tables) {
            statement.execute("DROP TABLE " + table + " CASCADE");
        }
    }

    @Test
    void logSaysThatThereIsNoManagementInterface() {
        Polling.await(
                "the line in the log",
                () -> server.node()
                        .log()
                        .contains("GET /advisor is not available: the management interface is disabled"));

        assertThat(server.node().log().lines().filter(line -> line.contains("GET /advisor is not available")))
                .hasSize(1);
    }

    @Test
    void callsAboutJobsSayWhyThereAreNone() {
        Answer answer = realm.admin().get(ImportJob.collection(realm));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("code").asText()).isEqualTo("jobs-disabled");
    }

    @Test
    void directImportWorksAlsoWhereTheClientPrefersAJob() {
        assertThat(realm.take(UserLine.several("direct-", 50)).count("created")).isEqualTo(50);

        Answer answer = realm.post(realm.given()
                .header("Prefer", "respond-async")
                .body(UserLine.named("preferring").toString()));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(realm.has("preferring")).isTrue();
    }

    @Test
    void advisorReports() {
        assertThat(realm.admin().get("/admin/realms/master/advisor/report").status())
                .isEqualTo(200);
    }

    @Test
    void advisorKeepsChangesInMemory() {
        String changes = "/admin/realms/master/advisor/changes";

        assertThat(realm.admin()
                        .post(changes, Map.of("label", "without tables"))
                        .status())
                .isEqualTo(201);

        assertThat(realm.admin().get(changes).ok().json().findValuesAsText("label"))
                .contains("without tables");
        assertThat(server.node().log()).doesNotContain("advisor are kept in memory");
    }

    @Test
    void realmCanBeDeleted() {
        ImportRealm other = ImportRealm.create(server, Map.of("enabled", true));

        assertThat(other.admin().delete(other.base()).status()).isEqualTo(204);
    }
}
