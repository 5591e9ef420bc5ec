package org.millrace.testsuite.server.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.server.process.FileTree;
import org.millrace.testsuite.server.process.FreePorts;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.server.process.LogFile;
import org.millrace.testsuite.server.process.ProcessTree;

/** PostgreSQL as a plain process. As root it runs in a user namespace of its own: it refuses to run as root. */
public final class PostgresProcess implements OwnDatabase {
    private static final Database.Account SUPERUSER = new Database.Account("postgres", "postgres");

    private final Map<String, String> settings;
    private final Path directory;
    private final int port = FreePorts.next();
    private final Database database;
    private EmbeddedPostgres postgres;
    private ProcessHandle postmaster;

    /**
     * @param settings override the library's, which switch fsync off
     * @param directory if it has data already, see {@link #data}, the database starts with these
     */
    public PostgresProcess(Map<String, String> settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
        boolean isCopy = Files.exists(data());
        this.postgres = start();
        this.postmaster = postmaster();
        try {
            database = isCopy
                    ? KeycloakSchema.existing("127.0.0.1", port, SUPERUSER)
                    : KeycloakSchema.create("127.0.0.1", port, SUPERUSER);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private EmbeddedPostgres start() {
        Redirect log = Redirect.appendTo(directory.resolve("postgres.log").toFile());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPort(port)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofMinutes(1))
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(HarnessSettings.path("millrace.work")
                        .resolve("postgres")
                        .toFile())
                .setOutputRedirector(log)
                .setErrorRedirector(log);
        settings.forEach(builder::setServerConfig);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(new LogFile(directory.resolve("postgres.log")).because("no PostgreSQL"), e);
        }
    }

    private Path data() {
        return data(directory);
    }

    /** Where a database with this directory keeps its data. */
    public static Path data(Path directory) {
        return directory.resolve("postgres");
    }

    @Override
    public Database database() {
        return database;
    }

    /** PostgreSQL's process is no child of ours: the command that starts it ends. */
    private ProcessHandle postmaster() {
        Path pidFile = data().resolve("postmaster.pid");
        try {
            long pid = Long.parseLong(Files.readAllLines(pidFile).get(0));
            return ProcessHandle.of(pid)
                    .orElseThrow(() -> new IllegalStateException("no process " + pid + " as " + pidFile + " says"));
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL has not said which process it is", e);
        }
    }

    @Override
    public void kill() {
        ProcessTree.kill(postmaster);
    }

    @Override
    public void restart() {
        try {
            // Stops nothing any more, and gives its hold on the directory back.
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot forget the PostgreSQL that was killed", e);
        }
        postgres = start();
        postmaster = postmaster();
    }

    /** Stops it, and leaves its data. */
    public void stop() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop PostgreSQL", e);
        } finally {
            ProcessTree.awaitExit(List.of(postmaster));
        }
    }

    @Override
    public void close() {
        stop();
        try {
            FileTree.delete(data());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete PostgreSQL's data", e);
        }
    }
}
