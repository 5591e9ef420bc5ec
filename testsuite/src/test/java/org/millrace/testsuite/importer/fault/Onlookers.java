package org.millrace.testsuite.importer.fault;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** Ask all nodes again and again for what is being made, so that nodes have something to remember wrongly. */
final class Onlookers implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Onlookers.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ServerUnderTest server;
    private final ImportRealm realm;
    private final ExpectedContents expected;
    private final Map<Node, AdminClient> clients = new HashMap<>();
    private final Thread thread = new Thread(this::look, "onlookers");
    private volatile boolean gone;

    Onlookers(ServerUnderTest server, ImportRealm realm, ExpectedContents expected) {
        this.server = server;
        this.realm = realm;
        this.expected = expected;
        thread.start();
    }

    private void look() {
        while (!gone) {
            for (Node node : server.nodes()) {
                try {
                    expected.look(realm.as(clients.computeIfAbsent(node, AdminClient::of)));
                } catch (RuntimeException e) {
                    LOG.log(Level.DEBUG, "a node or the database is away", e);
                    clients.remove(node);
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    @Override
    public void close() throws InterruptedException {
        gone = true;
        thread.join();
    }
}
