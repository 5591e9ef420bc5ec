package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** With {@code jobs=false} nothing is created in the database; direct imports and the advisor work. */
@Thorough
class WithoutJobTablesIT {
    private static ServerUnderTest server;
    private static ImportRealm realm;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(ServerOptions.postgres()
                .withEmptyDatabase()
                .with("spi-admin-realm-restapi-extension--bulk-import--jobs", "false"));
        realm = ImportRealm.create(server, Map.of("enabled", true));
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
