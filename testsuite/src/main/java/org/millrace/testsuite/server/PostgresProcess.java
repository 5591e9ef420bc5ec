package org.millrace.testsuite.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** PostgreSQL as a plain process. As root it runs in a user namespace of its own: it refuses to run as root. */
final class PostgresProcess implements OwnDatabase {
    private static final Database.Account SUPERUSER = new Database.Account("postgres", "postgres");

    private final EmbeddedPostgres postgres;
    private final ProcessHandle postmaster;
    private final Database database;

    /** @param settings override the library's, which switch fsync off */
    PostgresProcess(Map<String, String> settings, Path directory) {
        Redirect log = Redirect.appendTo(directory.resolve("postgres.log").toFile());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPort(FreePorts.next())
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofMinutes(1))
                .setDataDirectory(directory.resolve("postgres"))
                .setOverrideWorkingDirectory(HarnessSettings.path("millrace.work")
                        .resolve("postgres")
                        .toFile())
                .setOutputRedirector(log)
                .setErrorRedirector(log);
        settings.forEach(builder::setServerConfig);
        try {
            postgres = builder.start();
            postmaster = process(directory.resolve("postgres").resolve("postmaster.pid"));
        } catch (IOException e) {
            throw new UncheckedIOException(new LogFile(directory.resolve("postgres.log")).because("no PostgreSQL"), e);
        }
        try {
            database = KeycloakSchema.create("127.0.0.1", postgres.getPort(), SUPERUSER);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public Database database() {
        return database;
    }

    /** PostgreSQL's process is no child of ours: the command that starts it ends. */
    private static ProcessHandle process(Path pidFile) throws IOException {
        long pid = Long.parseLong(Files.readAllLines(pidFile).get(0));
        return ProcessHandle.of(pid)
                .orElseThrow(() -> new IOException("no process " + pid + " as " + pidFile + " says"));
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop PostgreSQL", e);
        } finally {
            ProcessTree.awaitExit(List.of(postmaster));
        }
    }
}
