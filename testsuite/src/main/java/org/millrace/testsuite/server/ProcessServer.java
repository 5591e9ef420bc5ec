package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** Plain processes: Keycloak's distribution and PostgreSQL's binaries, both from Maven Central. */
final class ProcessServer implements ServerUnderTest {
    private final ServerOptions options;
    private final Path home;
    private final Path directory;
    private final OwnDatabase ownDatabase;
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private final Thread atExit = new Thread(this::killAll, "end of Keycloak");
    private final AtomicBoolean closed = new AtomicBoolean();
    private int started;

    ProcessServer(ServerOptions options) {
        this.options = options;
        this.home = BuiltServer.home(options);
        this.directory = newDirectory();
        this.ownDatabase = switch (options.database()) {
            case POSTGRES -> new PostgresProcess(options.databaseSettings(), directory);
            case H2 -> new H2Process(directory);
        };
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private static Path newDirectory() {
        try {
            Path runs = Files.createDirectories(
                    HarnessSettings.path("millrace.work").resolve("runs"));
            return Files.createTempDirectory(runs, "server-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized Node startNode() {
        started++;
        KeycloakProcess node = new KeycloakProcess("kc-" + started, home, options, database(), directory);
        nodes.add(node);
        try {
            node.awaitReady();
        } catch (RuntimeException e) {
            node.kill();
            throw e;
        }
        return node;
    }

    @Override
    public List<Node> nodes() {
        return nodes.stream().filter(Node::isAlive).toList();
    }

    @Override
    public Database database() {
        return ownDatabase.database();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Runtime.getRuntime().removeShutdownHook(atExit);
            nodes().forEach(Node::stop);
            ownDatabase.close();
        }
    }

    /** Instead of {@link #close()} where the JVM ends first: nobody waits for a goodbye then. */
    private void killAll() {
        if (closed.compareAndSet(false, true)) {
            nodes().forEach(Node::kill);
            ownDatabase.close();
        }
    }
}
