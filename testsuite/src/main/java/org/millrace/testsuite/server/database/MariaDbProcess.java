package org.millrace.testsuite.server.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.server.process.FileTree;
import org.millrace.testsuite.server.process.FreePorts;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.server.process.LogFile;
import org.millrace.testsuite.server.process.ProcessTree;
import org.millrace.testsuite.server.process.Started;

/** MariaDB as a plain process, where the build could fetch its binaries: on Linux for x86-64. */
public final class MariaDbProcess implements OwnDatabase {
    private static final Database.Account OWNER = new Database.Account("keycloak", "keycloak");
    private static final long INSTALL_MINUTES = 2;
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Path home = home();
    private final Path directory;
    private final LogFile log;
    private final int port = FreePorts.next();
    private final Process process;
    private final Database database;

    /** Starts the database with its files in a directory. */
    public MariaDbProcess(Path directory) {
        this.directory = directory;
        this.log = new LogFile(directory.resolve("mariadb.log"));
        install();
        this.process = start();
        try {
            awaitAnswer();
            this.database = createSchema();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    static boolean isAvailable() {
        return Files.isExecutable(home().resolve("bin/mariadbd"));
    }

    private static Path home() {
        return HarnessSettings.path("millrace.mariadb");
    }

    private void install() {
        Process installation = run(List.of(
                "sh",
                home.resolve("scripts/mariadb-install-db").toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + data(),
                "--auth-root-authentication-method=normal",
                "--skip-name-resolve"));
        try (Started started = new Started()) {
            started.add(() -> installation, ProcessTree::kill);
            if (!installation.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES) || installation.exitValue() != 0) {
                throw new IllegalStateException(log.because("no MariaDB"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while MariaDB was installed", e);
        }
    }

    private Process start() {
        return run(List.of(
                home.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + data(),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                // The path of a socket may have 107 characters at most.
                "--socket=",
                "--pid-file=" + directory.resolve("mariadb.pid")));
    }

    private Process run(List<String> command) {
        List<String> all = new ArrayList<>(command);
        if (System.getProperty("user.name").equals("root")) {
            // Without this it refuses to run as root.
            all.add("--user=root");
        }
        try {
            return new ProcessBuilder(all)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.path().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + all, e);
        }
    }

    private void awaitAnswer() {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            try {
                root("/").close();
                return;
            } catch (SQLException notListeningYet) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    throw new IllegalStateException(log.because("no MariaDB"), notListeningYet);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** As Keycloak's guide says: every character of Unicode. */
    private Database createSchema() {
        try (Connection connection = root("/");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE keycloak CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci");
            statement.execute("CREATE USER keycloak@'127.0.0.1' IDENTIFIED BY 'keycloak'");
            statement.execute("GRANT ALL ON keycloak.* TO keycloak@'127.0.0.1'");
            // Keycloak recovers distributed transactions at its start.
            statement.execute("GRANT SELECT ON mysql.* TO keycloak@'127.0.0.1'");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create Keycloak's database", e);
        }
        return new Database(DatabaseKind.MARIADB, url("/keycloak"), OWNER, new Database.Account("root", ""));
    }

    private Connection root(String path) throws SQLException {
        return DriverManager.getConnection(url(path), "root", "");
    }

    private String url(String path) {
        return "jdbc:mariadb://127.0.0.1:" + port + path;
    }

    private Path data() {
        return directory.resolve("mariadb");
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public void close() {
        ProcessTree.stop(process);
        try {
            FileTree.delete(data());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete MariaDB's data", e);
        }
    }
}
