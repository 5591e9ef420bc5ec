package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.database.H2Process;
import org.millrace.testsuite.server.database.MariaDbProcess;
import org.millrace.testsuite.server.database.OwnDatabase;
import org.millrace.testsuite.server.database.PgBouncer;
import org.millrace.testsuite.server.database.PostgresProcess;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.server.process.Started;

/** Plain processes: Keycloak's distribution and PostgreSQL's binaries, both from Maven Central. */
final class ProcessServer implements ServerUnderTest {
    private final ServerOptions options;
    private final Path home;
    private final Path directory;
    private final Started started = new Started();
    private final OwnDatabase ownDatabase;
    private final Database ofNodes;
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private int count;

    ProcessServer(ServerOptions options) {
        this.options = options;
        this.home = BuiltServer.home(options);
        this.directory = newDirectory();
        this.ownDatabase = started.add(this::startDatabase, OwnDatabase::close);
        this.ofNodes = ofNodes();
    }

    /** As the nodes reach it. */
    private Database ofNodes() {
        Database database = database();
        return switch (options.database()) {
            case POSTGRES, H2, MARIADB -> database;
            case POSTGRES_BEHIND_PGBOUNCER ->
                started.add(() -> new PgBouncer(database, directory), PgBouncer::close)
                        .database();
            case POSTGRES_BY_AWS_WRAPPER ->
                new Database(
                        database.kind(),
                        database.jdbcUrl().replaceFirst("^jdbc:", "jdbc:aws-wrapper:"),
                        database.user(),
                        database.superuser());
        };
    }

    private OwnDatabase startDatabase() {
        return switch (options.database()) {
            case POSTGRES, POSTGRES_BEHIND_PGBOUNCER, POSTGRES_BY_AWS_WRAPPER -> {
                if (!options.emptyDatabase()) {
                    InitializedPostgres.copyTo(PostgresProcess.data(directory));
                }
                yield new PostgresProcess(options.databaseSettings(), directory);
            }
            case H2 -> new H2Process(directory);
            case MARIADB -> new MariaDbProcess(directory);
        };
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
    public synchronized Node startNode(UnaryOperator<ServerOptions> change) {
        count++;
        ServerOptions all = change.apply(options);
        Path homeOfNode = all.provider() == options.provider() ? home : BuiltServer.home(all);
        KeycloakProcess node =
                started.add(() -> new KeycloakProcess("kc-" + count, homeOfNode, all, ofNodes, directory), Node::kill);
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
    public void killDatabase() {
        ownDatabase.kill();
    }

    @Override
    public void restartDatabase() {
        ownDatabase.restart();
    }

    /** Gracefully; at the end of the JVM the nodes are killed instead. */
    @Override
    public void close() {
        nodes().forEach(Node::stop);
        started.close();
    }
}
