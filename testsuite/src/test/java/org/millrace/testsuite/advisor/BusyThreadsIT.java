package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisedServers.REQUEST_THREADS;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.advisor.load.Logins;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** All request threads are occupied: the advisor still works, and names the cause. */
class BusyThreadsIT {

    private static final Logger LOG = System.getLogger(BusyThreadsIT.class.getName());

    /**
     * Longer than the window of the reports here, so that nothing else is in it; and so much longer than the wait that is critical
     * that the last diagnosis before its end knows of it, by however old a sample.
     */
    private static final Duration STALL = Duration.ofSeconds(25);

    /** What an answer may take; the machine is shared with the load, so single ones may take longer. */
    private static final double USUAL_MILLIS = 50;

    /** A response that needed a request thread would take as long as the whole stall. */
    private static final double WORST_MILLIS = STALL.toMillis() / 20.0;

    private final ServerUnderTest server = AdvisedServers.small();
    private final Node node = server.node();
    private final AdminClient admin = AdminClient.of(node);

    @Test
    void lockedTableIsNamedAsTheCauseOfTheBusyThreads() throws SQLException {
        admin.token();
        List<CompletableFuture<Integer>> logins;
        List<Double> millis;
        try (Connection connection = server.database().connect()) {
            connection.setAutoCommit(false);
            try (Statement lock = connection.createStatement()) {
                lock.execute("LOCK TABLE user_entity IN ACCESS EXCLUSIVE MODE");
            }
            logins = Logins.ofUnknownUsers(node, 5 * REQUEST_THREADS);
            millis = briefsDuring(STALL);
            Polling.await(
                    "the lock is the principal finding",
                    () -> Brief.of(node).principal().equals("KC-PG-008"));
            connection.rollback();
        }
        logins.forEach(CompletableFuture::join);

        JsonNode report = report();
        areShort(millis);
        // What other processes take of the processors since the lock was released may come first.
        assertThat(List.of(
                        report.path("principal").asText(), report.path("next").asText()))
                .as("%s", report)
                .contains("KC-PG-008");
        assertThat(finding(report, "KC-PG-008").path("why").asText()).contains("idle: it waits for its client");
        assertThat(finding(report, "KC-HTTP-005").path("why").asText())
                .contains("one of 4 request threads")
                .contains("waited for an answer of the database");
        assertThat(report.path("suppressed").toString()).contains("{\"rule\":\"KC-THR-002\",\"by\":\"KC-PG-008\"}");
        assertThat(Metrics.of(node).text())
                .contains(
                        "keycloak_advisor_findings{lane=\"saturation\",rule=\"KC-PG-008\",severity=\"critical\"} 1.0");
    }

    @Thorough
    @Test
    void slowClientsAreNamedAsWhatHoldsTheThreads() throws IOException {
        String token = admin.token();
        List<Socket> clients = new ArrayList<>();
        List<Double> millis;
        try {
            for (int i = 0; i < REQUEST_THREADS; i++) {
                clients.add(halfARequest(token));
            }
            millis = briefsDuring(STALL);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }

        JsonNode report = report();
        areShort(millis);
        assertThat(report.path("principal").asText()).as("%s", report).isEqualTo("KC-THR-002");
        assertThat(finding(report, "KC-THR-002").path("why").asText())
                .contains("All 4 request threads were busy")
                .contains("Slow clients hold the threads");
        assertThat(finding(report, "KC-THR-002").path("change").isNull()).isTrue();
    }

    private static void areShort(List<Double> millis) {
        double usual = percentile(0.5, millis);
        double worst = percentile(0.99, millis);
        LOG.log(
                Level.INFO,
                String.format(Locale.ROOT, "%d briefs: median %.1f ms, p99 %.1f ms", millis.size(), usual, worst));
        assertThat(usual).isLessThan(USUAL_MILLIS);
        assertThat(worst).isLessThan(WORST_MILLIS);
    }

    private JsonNode report() {
        return admin.get(ADVISOR + "/report?window=10s").ok().json();
    }

    private static JsonNode finding(JsonNode report, String rule) {
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("rule").asText().equals(rule)) {
                return finding;
            }
        }
        throw new AssertionError("no finding of " + rule + " in " + report);
    }

    /** How long each call took, on a connection of its own. */
    private List<Double> briefsDuring(Duration duration) {
        List<Double> millis = new ArrayList<>();
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            millis.add(secondsToConnectAndRead() * 1000);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return millis;
    }

    private double secondsToConnectAndRead() {
        long start = System.nanoTime();
        String request = "GET /advisor HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try (Socket socket =
                new Socket(node.managementUri().getHost(), node.managementUri().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("sampledAt");
        } catch (IOException e) {
            throw new AssertionError("the management port does not answer", e);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static double percentile(double share, List<Double> millis) {
        return millis.stream()
                .sorted()
                .skip((long) Math.floor(millis.size() * share))
                .findFirst()
                .orElseThrow();
    }

    /** A request with a body that never comes: its thread waits until the connection is closed. */
    private Socket halfARequest(String token) throws IOException {
        Socket socket = new Socket(node.baseUri().getHost(), node.baseUri().getPort());
        String head = "POST /admin/realms/master/users HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
