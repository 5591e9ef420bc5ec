package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** A server with a host for administrators: the standalone page exists there, and on no other host. */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "the hosts do not differ in containers")
@Thorough
class AdminHostIT {
    private static final String PAGE = "/realms/master/millrace";
    private static final String CONSOLE = "/admin/master/console/";

    @Test
    void pageExistsOnTheHostOfAdministratorsOnly() {
        ServerOptions options = ServerOptions.h2()
                .startingFast()
                .with("hostname", "http://users.test:8080")
                .with("hostname-admin", "http://admin.test:8080")
                .with("spi-realm-restapi-extension--millrace--page", "true");

        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            Node node = server.node();

            assertThat(status(node, "admin.test:8080", PAGE)).isEqualTo(200);
            assertThat(status(node, "admin.test:8080", PAGE + "/js/standalone.js"))
                    .isEqualTo(200);
            for (String host : new String[] {"users.test:8080", "other.test:8080", "admin.test", "admin.test:9999"}) {
                assertThat(status(node, host, PAGE)).as(host).isEqualTo(404);
                assertThat(status(node, host, PAGE + "/js/standalone.js"))
                        .as(host)
                        .isEqualTo(404);
            }
            assertThat(status(node, "admin.test:8080", CONSOLE)).isEqualTo(200);
        }
    }

    private static int status(Node node, String host, String path) {
        return RestRequests.to(node.baseUri()).header("Host", host).get(path).statusCode();
    }
}
