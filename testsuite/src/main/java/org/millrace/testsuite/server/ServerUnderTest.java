package org.millrace.testsuite.server;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.process.HarnessSettings;

/**
 * A database and Keycloak nodes on it, with the provider installed. Tests know only this: whether plain processes or containers
 * are behind it is decided by the system property {@code millrace.server}.
 *
 * <p>{@link #close()} stops all started processes, at the latest at the end of the JVM. Nodes may be started and ended from any
 * thread, one at a time.
 */
public interface ServerUnderTest extends AutoCloseable {
    /**
     * The issuer of every token, the same on all nodes: with a host name taken from the request, a token of one node is
     * refused by the other.
     */
    String HOSTNAME = "http://keycloak.test:8080";

    /** Name and password of the bootstrap administrator, who is in the master realm. */
    String ADMIN = "admin";

    /**
     * Starts the database, and no node yet.
     *
     * @throws IllegalStateException if a part of it does not start, with the end of its log; if containers are asked for
     *     and no engine answers, with what to do about it
     */
    static ServerUnderTest create(ServerOptions options) {
        String kind = HarnessSettings.get("millrace.server");
        return switch (kind) {
            case "process" -> new ProcessServer(options);
            case "container" -> new ContainerServer(options);
            default ->
                throw new IllegalArgumentException("millrace.server is '" + kind + "': use 'process' or 'container'");
        };
    }

    /** A server with one node. */
    static ServerUnderTest start(ServerOptions options) {
        ServerUnderTest server = create(options);
        try {
            server.startNode();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Starts one more node and returns when it is ready to serve.
     *
     * @throws IllegalStateException if it does not get ready in five minutes, with the end of its log
     */
    default Node startNode() {
        return startNode(Map.of());
    }

    /**
     * The same with run-time options of Keycloak beyond the server's own, or in their place.
     *
     * @param more named as on the command line without the dashes in front
     * @throws IllegalStateException if it does not get ready in five minutes, with the end of its log
     */
    default Node startNode(Map<String, String> more) {
        return startNode(options -> options.with(more));
    }

    /**
     * The same with options derived from the server's own. Build options and the database are those of the server.
     *
     * @throws IllegalStateException if it does not get ready in five minutes, with the end of its log
     */
    Node startNode(UnaryOperator<ServerOptions> change);

    /** The nodes that run, oldest first. */
    List<Node> nodes();

    /** The oldest node that runs. */
    default Node node() {
        return nodes().stream().findFirst().orElseThrow(() -> new IllegalStateException("no node is running"));
    }

    Database database();

    /**
     * SIGKILL to the database; returns when it is gone.
     *
     * @throws UnsupportedOperationException on H2
     */
    void killDatabase();

    /** Starts the database that was killed, with its data, at the same address; returns when it answers. */
    void restartDatabase();

    @Override
    void close();
}
