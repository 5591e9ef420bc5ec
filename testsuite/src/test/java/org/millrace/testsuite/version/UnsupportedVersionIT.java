package org.millrace.testsuite.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.restassured.http.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.server.Node;

/** Where Millrace does not support the version, the server starts and is as it is without the JAR. */
@OnEachVersion
class UnsupportedVersionIT {
    @BeforeAll
    static void versionIsUnsupported() {
        assumeFalse(TestedVersion.isSupported(), "Millrace supports this version");
    }

    private static Node node() {
        return TestedVersion.server().node();
    }

    private static Answer management(String path) {
        return Answer.of(RestRequests.to(node().managementUri()), Method.GET, path);
    }

    @Test
    void oneLineOfTheLogSaysThatMillraceIsDisabled() {
        assertThat(node().log().lines().filter(line -> line.contains("Millrace is disabled")))
                .singleElement()
                .asString()
                .contains("this is " + TestedVersion.name());
        assertThat(node().log()).doesNotContain("Exception", "Error:");
    }

    @Test
    void noTableIsCreated() throws SQLException {
        try (Connection connection = TestedVersion.server().database().connect();
                ResultSet found = connection.getMetaData().getTables(null, null, "%millrace%", null)) {
            assertThat(found.next()).isFalse();
        }
    }

    @Test
    void pathsOfMillraceAreUnknown() {
        AdminClient admin = AdminClient.of(node());

        assertThat(admin.get("/admin/realms/master/bulk-import").status()).isEqualTo(404);
        assertThat(admin.get("/admin/realms/master/bulk-import/jobs").status()).isEqualTo(404);
        assertThat(admin.get("/admin/realms/master/advisor").status()).isEqualTo(404);
        assertThat(admin.get("/realms/master/millrace").status()).isEqualTo(404);
        assertThat(management("/advisor").status()).isEqualTo(404);
        assertThat(management("/health/ready").status()).isEqualTo(200);
        assertThat(admin.get("/admin/realms/master").status()).isEqualTo(200);
    }

    @Test
    void consoleOfARealmWithTheThemeIsServed() {
        AdminClient admin = AdminClient.of(node());
        admin.createRealm("themed", Map.of("enabled", true, "adminTheme", "millrace"));

        assertThat(admin.get("/admin/themed/console/").status()).isEqualTo(200);
    }

    @Test
    void noMeterIsRegistered() {
        Metrics metrics = Metrics.of(node());

        assertThat(metrics.value("jvm_memory_used_bytes")).isPresent();
        assertThat(metrics.text()).doesNotContain("keycloak_bulk_import_", "keycloak_advisor_", "millrace_");
    }
}
