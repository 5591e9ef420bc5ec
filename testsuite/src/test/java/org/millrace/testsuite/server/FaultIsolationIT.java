package org.millrace.testsuite.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.Thorough;

/** Keycloak starts, serves logins and stops although parts of Millrace fail at the start: classes of its JAR do not link. */
@Thorough
class FaultIsolationIT {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(ServerOptions.postgres()
                .withEmptyDatabase()
                .withoutClasses(
                        "org.millrace.bulk.job.JobSupport",
                        "org.millrace.bulk.rest.BulkImportExtension",
                        "org.millrace.server.RelativePath",
                        "org.millrace.server.advisor.AdvisorOptions"));
    }

    @AfterAll
    static void keycloakStops() {
        Node node = server.node();
        ServerLog log = ServerLog.from(node);
        try {
            node.stop();
            assertThat(log.text()).contains("Keycloak stopped in");
            log.assertNoError();
        } finally {
            server.close();
        }
    }

    @Test
    void eachPartIsDisabledWithOneLineOfTheLog() {
        List<String> errors = server.node()
                .log()
                .lines()
                .filter(line -> line.contains(" ERROR "))
                .toList();

        assertThat(errors).allMatch(line -> line.contains("NoClassDefFoundError (org/millrace/"));
        for (String part : List.of(
                "The bulk import is disabled",
                "The advisor is disabled",
                "Jobs are not available",
                "The server's limit of bodies",
                "Login times are not measured",
                "GET /advisor is not available")) {
            assertThat(errors).filteredOn(line -> line.contains(part)).hasSize(1);
        }
        assertThat(server.node().log().lines()).noneMatch(line -> line.startsWith("\tat "));
    }

    @Test
    void keycloakIsAsWithoutTheJar() throws SQLException {
        AdminClient admin = AdminClient.of(server.node());

        assertThat(admin.get("/admin/realms/master").status()).isEqualTo(200);
        for (String path : List.of("bulk-import", "bulk-import/jobs", "advisor")) {
            assertThat(admin.get("/admin/realms/master/" + path).status()).isEqualTo(404);
        }
        assertThat(Metrics.of(server.node()).text()).doesNotContain("keycloak_bulk_import_", "keycloak_advisor_");
        try (Connection connection = server.database().connect();
                ResultSet found = connection.getMetaData().getTables(null, null, "%millrace%", null)) {
            assertThat(found.next()).isFalse();
        }
    }
}
