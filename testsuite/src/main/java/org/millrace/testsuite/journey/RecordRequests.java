package org.millrace.testsuite.journey;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.KeepAliveConnection;
import org.millrace.testsuite.client.LoadThreads;
import org.millrace.testsuite.server.Node;

/** A migration that sends one record per request, over connections that stay open, evenly to all nodes, until closed. */
final class RecordRequests implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RecordRequests.class.getName());
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final Way way;
    private final String path;
    private final Supplier<ObjectNode> records;
    private final LoadThreads threads;
    private final LongAdder created = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicBoolean isLogged = new AtomicBoolean();

    private RecordRequests(Way way, String realm, Supplier<ObjectNode> records, int inFlight) {
        this.way = way;
        this.path = "/admin/realms/" + realm + way.path();
        this.records = records;
        this.threads = new LoadThreads(inFlight);
    }

    /**
     * What was answered in a span of time.
     *
     * @param perSecond records created per second
     * @param failed requests that were not answered with a success
     */
    record Rate(double perSecond, long failed) {}

    /**
     * @param records a new user for each call, from any thread
     * @param inFlight number of requests at the same time, on all nodes together
     */
    static RecordRequests start(
            Way way, AdminClient admin, List<Node> nodes, String realm, Supplier<ObjectNode> records, int inFlight) {
        RecordRequests requests = new RecordRequests(way, realm, records, inFlight);
        String token = admin.token();
        for (int i = 0; i < inFlight; i++) {
            Node node = nodes.get(i % nodes.size());
            requests.threads.start(() -> requests.send(node, token));
        }
        return requests;
    }

    private void send(Node node, String token) {
        while (!threads.isClosed()) {
            try (KeepAliveConnection connection = new KeepAliveConnection(node.baseUri(), token, way.contentType())) {
                while (!threads.isClosed()) {
                    byte[] body = (records.get() + "\n").getBytes(StandardCharsets.UTF_8);
                    String answer = connection.exchange("POST", path, body).body();
                    (way.isCreated(answer) ? created : failed).increment();
                    if (!way.isCreated(answer)) {
                        logFirst(answer);
                    }
                }
            } catch (IOException e) {
                failed.increment();
                logFirst(e.toString());
                LockSupport.parkNanos(AFTER_FAILURE.toNanos());
            }
        }
    }

    private void logFirst(String failure) {
        if (!isLogged.getAndSet(true)) {
            LOG.log(Level.WARNING, "The first failure of " + way.label() + ": " + failure);
        }
    }

    /** From now on, over this time. */
    Rate rate(Duration measured) {
        long createdBefore = created.sum();
        long failedBefore = failed.sum();
        double seconds = LoadThreads.secondsAfter(measured);
        if (created.sum() == 0) {
            throw new IllegalStateException("No request of " + way.label() + " has succeeded");
        }
        return new Rate((created.sum() - createdBefore) / seconds, failed.sum() - failedBefore);
    }

    /** Waits for the requests in flight. */
    @Override
    public void close() {
        threads.close();
    }
}
