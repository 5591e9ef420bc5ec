package org.millrace.testsuite.advisor.load;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.server.Node;

/** Clients on HTTP/2 that each log in again and again, and give up what is not answered within their patience. */
public final class ImpatientTraffic implements Traffic {

    private static final String LOGIN = "/realms/" + LoadedRealm.NAME + "/protocol/openid-connect/token";

    private static final String FORM = "grant_type=password&username=" + LoadedRealm.name(0) + "&password="
            + LoadedRealm.PASSWORD + "&client_id=" + LoadedRealm.CLIENT + "&client_secret=" + LoadedRealm.SECRET;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Duration patience;
    private final LongAdder answered = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final Queue<Ending> endings = new ConcurrentLinkedQueue<>();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ended;

    /**
     * How the server ended a connection.
     *
     * @param code of its GOAWAY, or negative if there was none
     * @param cancelled requests on this connection that had been given up by then
     */
    public record Ending(int code, int cancelled) {}

    /** Starts the clients. Each cancels a request after its patience. */
    public ImpatientTraffic(Node node, int clients, Duration patience) {
        this.patience = patience;
        for (int i = 0; i < clients; i++) {
            Thread thread = new Thread(() -> repeat(node.baseUri()), "impatient-" + i);
            thread.setDaemon(true);
            this.clients.add(thread);
            thread.start();
        }
    }

    private void repeat(URI server) {
        while (!ended) {
            int given = 0;
            try (Http2Connection connection = new Http2Connection(server)) {
                while (!ended) {
                    connection.post(LOGIN, FORM);
                    if (connection.awaitAnswer(patience)) {
                        answered.increment();
                    } else {
                        connection.cancel();
                        cancelled.increment();
                        given++;
                    }
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            } catch (Http2Connection.GoAwayException end) {
                endings.add(new Ending(end.code(), given));
            } catch (IOException end) {
                endings.add(new Ending(-1, given));
            }
        }
    }

    @Override
    public long answered() {
        return answered.sum();
    }

    /** Number of requests cancelled so far. */
    public long cancelled() {
        return cancelled.sum();
    }

    /** Of all connections that the server has ended so far. */
    public List<Ending> endings() {
        return List.copyOf(endings);
    }

    @Override
    public void close() {
        ended = true;
    }
}
