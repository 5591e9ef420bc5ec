package org.millrace.testsuite.server.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.millrace.testsuite.server.process.FreePorts;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.server.process.LogFile;
import org.millrace.testsuite.server.process.ProcessTree;

/**
 * PgBouncer in session mode in front of a PostgreSQL, with its defaults: among others, it rejects clients with the start-up parameter
 * {@code options}.
 */
public final class PgBouncer implements AutoCloseable {
    private static final String SETTING = "millrace.pgbouncer";
    private static final int MOST_CONNECTIONS = 50;
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final int port = FreePorts.next();
    private final Database database;
    private final LogFile log;
    private final Process process;

    /** Starts the pooler in front of a database. */
    public PgBouncer(Database postgres, Path directory) {
        URI address = URI.create(postgres.jdbcUrl().substring("jdbc:".length()));
        this.database = new Database(
                postgres.kind(),
                "jdbc:postgresql://127.0.0.1:" + port + address.getPath(),
                postgres.user(),
                postgres.superuser());
        this.log = new LogFile(directory.resolve("pgbouncer.log"));
        this.process = start(configuration(postgres, address, directory));
        try {
            awaitListening();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The program, by the setting or on the usual paths. */
    static Optional<Path> executable() {
        String paths = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin:/usr/local/sbin";
        return HarnessSettings.find(SETTING)
                .map(Path::of)
                .or(() -> Stream.of(paths.split(":"))
                        .filter(path -> !path.isEmpty())
                        .map(path -> Path.of(path, "pgbouncer"))
                        .filter(Files::isExecutable)
                        .findFirst());
    }

    /** As Keycloak reaches it. */
    public Database database() {
        return database;
    }

    private Path configuration(Database postgres, URI address, Path directory) {
        Database.Account user = postgres.user();
        try {
            return Files.writeString(directory.resolve("pgbouncer.ini"), """
                    [databases]
                    * = host=%s port=%d user=%s password=%s

                    [pgbouncer]
                    listen_addr = 127.0.0.1
                    listen_port = %d
                    unix_socket_dir =
                    auth_type = any
                    pool_mode = session
                    default_pool_size = %d
                    max_client_conn = %d
                    """.formatted(
                            address.getHost(),
                            address.getPort(),
                            user.name(),
                            user.password(),
                            port,
                            MOST_CONNECTIONS,
                            2 * MOST_CONNECTIONS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process start(Path configuration) {
        List<String> command = new ArrayList<>();
        command.add(executable()
                .orElseThrow(() -> new IllegalStateException("PgBouncer is not installed"))
                .toString());
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody")); // PgBouncer does not run as root.
        }
        command.add(configuration.toString());
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.path().toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command, e);
        }
    }

    private void awaitListening() {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException(log.because("PgBouncer did not start"));
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PAUSE.toMillis());
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        ProcessTree.stop(process);
    }
}
