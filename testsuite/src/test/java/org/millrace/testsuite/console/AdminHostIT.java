package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
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
    void pageExistsOnTheHostOfAdministratorsOnly() throws IOException {
        ServerOptions options = ServerOptions.h2()
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

    /** The client of the JDK sends the host of its URI only. */
    private static int status(Node node, String host, String path) throws IOException {
        try (Socket socket = new Socket(node.baseUri().getHost(), node.baseUri().getPort())) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return Integer.parseInt(line.split(" ")[1]);
        }
    }
}
