package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.ServerUnderTest;

class PostgresAdvisorIT extends AdvisorContract {

    @Override
    public ServerUnderTest server() {
        return AdvisedServers.small();
    }

    @Test
    void databaseIsJudgedThroughAConnectionOfItsOwn() throws SQLException {
        List<String> rules =
                List.of("KC-SAFE-001", "KC-SAFE-002", "KC-PG-002", "KC-POOL-001", "KC-POOL-002", "KC-CACHE-001");

        JsonNode report = reportWithHealthy(rules);

        assertThat(healthy(report)).containsAll(rules);
        // Other tests end the connection, and the next sample opens it again.
        Polling.until("the advisor has one connection", () -> connectionsOfTheAdvisor() == 1);
    }

    /** Each name stands for one statement: a statement that this version of PostgreSQL refuses reads nothing. */
    @Test
    void everyGroupOfFiguresOfTheDatabaseIsRead() {
        List<String> names = List.of(
                "postgres.sessions.waiting.for.wal",
                "cluster.advisors",
                "postgres.locks.longest.wait",
                "postgres.database.size",
                "postgres.table.user_entity.live",
                "postgres.table.user_entity.not.analyzed",
                "postgres.vacuums.running",
                "postgres.wal.bytes",
                "postgres.wal.syncs",
                "postgres.checkpoints.timed",
                "postgres.transaction.age",
                "postgres.standbys");

        JsonNode snapshot = snapshotWith(names);

        assertThat(snapshot.path("signals").findValuesAsText("name")).containsAll(names);
        // Other tests make tables of this server unlogged, drop an index, and take both back; settings are read at
        // intervals.
        Polling.await(
                "what Keycloak itself has made lacks no index",
                () -> setting(snapshotWith(names), "postgres.indexes.missing")
                        .path("value")
                        .isNull());
        Polling.await(
                "no table is unlogged",
                () -> setting(snapshotWith(names), "postgres.tables.unlogged")
                        .path("value")
                        .isNull());
        // Other tests lock this server's tables and end its connections: what is late or cut off there is not refused.
        assertThat(server().node()
                        .log()
                        .lines()
                        .filter(line -> line.contains("figures of the database are not known")
                                || line.contains("Cannot sample") && !line.contains("Cannot sample postgres")))
                .isEmpty();
    }

    @Test
    void serverSettingsBelowKeycloaksAreRead() {
        JsonNode snapshot =
                snapshotWith(List.of("jvm.event.loops", "process.files.open", "cluster.size", "netty.tasks.pending"));

        assertThat(setting(snapshot, "quarkus.http.limits.rst-flood-max-rst-frame-per-window")
                        .path("value")
                        .isNull())
                .as("it is not set, and Vert.x does not expose its default")
                .isTrue();
        assertThat(setting(snapshot, "quarkus.keys.without.effect")
                        .path("value")
                        .isNull())
                .isTrue();
        assertThat(setting(snapshot, "jvm.option.MaxHeapSize").path("value").asLong())
                .isPositive();
        assertThat(setting(snapshot, "keycloak.profile").path("value").asText()).isEqualTo("prod");
        assertThat(snapshot.path("signals").findValuesAsText("name"))
                .contains("jvm.event.loops", "process.files.open", "cluster.size", "netty.tasks.pending");
    }

    @Test
    void optionsOfKeycloaksConnectionsAreSeen() {
        JsonNode snapshot = snapshotWith(List.of("postgres.max.connections"));

        assertThat(setting(snapshot, "postgres.work_mem").path("value").asText())
                .isEqualTo("5120 kB");
        assertThat(setting(snapshot, "postgres.work_mem").path("origin").asText())
                .endsWith("client");
    }

    @Test
    void noSecretIsInAnyDocumentOrTheLog() {
        for (String document : List.of("", "/report", "/report?format=markdown", "/snapshot", "/rules")) {
            assertThat(admin().get(ADVISOR + document).ok().body()).doesNotContain(AdvisedServers.SECRET);
        }
        JsonNode snapshot = admin().get(ADVISOR + "/snapshot").ok().json();
        assertThat(setting(snapshot, "db-url-properties").path("value").asText())
                .isEqualTo("?sslpassword=*******");
        assertThat(Brief.of(server().node()).body()).doesNotContain(AdvisedServers.SECRET);
        assertThat(server().node().log()).doesNotContain(AdvisedServers.SECRET);
    }

    /** Some are read once in a while only, and not while another test has a lock on a table. */
    private JsonNode snapshotWith(List<String> names) {
        long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        JsonNode snapshot = admin().get(ADVISOR + "/snapshot").ok().json();
        while (!snapshot.path("signals").findValuesAsText("name").containsAll(names) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
            snapshot = admin().get(ADVISOR + "/snapshot").ok().json();
        }
        return snapshot;
    }

    /** Right after a start there are too few readings for an answer, and what other tests did to the server may be a finding yet. */
    private JsonNode reportWithHealthy(List<String> rules) {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        JsonNode report = report();
        while (!healthy(report).containsAll(rules) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            report = report();
        }
        return report;
    }

    private static List<String> healthy(JsonNode report) {
        return report.path("healthy").valueStream().map(JsonNode::asText).toList();
    }

    /** Of the last ten seconds: what other tests did to this server is past. */
    private JsonNode report() {
        return admin().get(ADVISOR + "/report?window=10s").ok().json();
    }

    private int connectionsOfTheAdvisor() throws SQLException {
        String count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'millrace-advisor'";
        try (Connection connection = server().database().connectAsSuperuser();
                PreparedStatement statement = connection.prepareStatement(count);
                ResultSet row = statement.executeQuery()) {
            assertThat(row.next()).isTrue();
            return row.getInt(1);
        }
    }
}
