package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server whose ports answer below paths of their own. */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "nodes in containers are asked at the root alone")
@Thorough
class RelativePathIT {

    /** Keycloak starts with all of these. */
    @ParameterizedTest
    @CsvSource({"/auth, /mgmt", "auth/, mgmt"})
    void advisorIsBelowThePathOfEitherPort(String path, String managementPath) {
        ServerOptions options = ServerOptions.h2()
                .startingFast()
                .withBuildOption("http-relative-path", path)
                .withBuildOption("http-management-relative-path", managementPath);

        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            Node node = server.node();
            Brief brief = Brief.await(node, answer -> answer.status() == 200);

            assertThat(node.managementUri()).hasPath("/mgmt");
            assertThat(brief.status()).isEqualTo(200);
            assertThat(brief.json().path("findings").fieldNames()).toIterable().contains("critical");
            assertThat(AdminClient.of(node).get(ADVISOR).status()).isEqualTo(200);
        }
    }
}
