package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

@Tag("h2")
class H2AdvisorIT extends AdvisorContract {

    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }

    @Test
    void rulesAboutPostgresAreSkippedAndNotHealthy() {
        JsonNode report = admin().get(ADVISOR + "/report").ok().json();

        assertThat(report.path("skipped").findValuesAsText("rule")).contains("KC-PG-008", "KC-SAFE-001", "KC-POOL-001");
        assertThat(server().node().log()).doesNotContain("Cannot sample");
    }
}
