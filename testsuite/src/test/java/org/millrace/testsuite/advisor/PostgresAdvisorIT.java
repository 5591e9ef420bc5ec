package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.ServerUnderTest;

class PostgresAdvisorIT extends AdvisorContract {

    @Override
    ServerUnderTest server() {
        return AdvisedServers.small();
    }

    @Test
    void databaseIsJudgedThroughAConnectionOfItsOwn() throws SQLException {
        List<String> rules =
                List.of("KC-SAFE-001", "KC-SAFE-002", "KC-PG-002", "KC-POOL-001", "KC-POOL-002", "KC-CACHE-001");

        JsonNode report = reportWithoutSkipping(rules);

        assertThat(report.path("healthy")).extracting(JsonNode::asText).containsAll(rules);
        assertThat(connectionsOfTheAdvisor()).isEqualTo(1);
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

    /** Right after a start there are too few readings for an answer. */
    private JsonNode reportWithoutSkipping(List<String> rules) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        JsonNode report = report();
        while (!Collections.disjoint(report.path("skipped").findValuesAsText("rule"), rules)
                && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            report = report();
        }
        return report;
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
