package org.millrace.testsuite.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.database.PostgresProcess;
import org.millrace.testsuite.server.process.FileTree;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.millrace.testsuite.server.process.Started;

/**
 * The data of a PostgreSQL on which a Keycloak with the provider has been started and stopped. Made once for each distribution,
 * provider JAR and version of PostgreSQL, and kept until {@code mvn clean}: half of the time of a first start is Keycloak's own, for its tables and the
 * master realm.
 */
final class InitializedPostgres {
    private static final String COMPLETE = ".complete";

    /** What the provider has stored there, and the nodes of the cluster, belong to the server that was stopped. */
    private static final String FORGET_THE_SERVER = """
            DO $$
            DECLARE own text;
            BEGIN
              FOR own IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
                  AND (tablename LIKE 'millrace%' OR tablename = 'jgroups_ping') LOOP
                EXECUTE format('TRUNCATE %I CASCADE', own);
              END LOOP;
            END $$""";

    private InitializedPostgres() {}

    /** Makes the data first if this is the first time. @param data does not exist yet */
    static void copyTo(Path data) {
        ServerOptions options = ServerOptions.postgres();
        Path home = BuiltServer.home(options);
        Path original = Path.of(home + "-" + HarnessSettings.get("millrace.postgres.version"));
        try (FileChannel channel = FileChannel.open(
                        Path.of(original + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(original.resolve(COMPLETE))) {
                make(home, options, original);
            }
            FileTree.copy(PostgresProcess.data(original), data);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + data, e);
        }
    }

    private static void make(Path home, ServerOptions options, Path original) throws IOException {
        FileTree.delete(original);
        Files.createDirectories(original);
        try (Started started = new Started()) {
            PostgresProcess postgres =
                    started.add(() -> new PostgresProcess(options.databaseSettings(), original), PostgresProcess::stop);
            KeycloakProcess keycloak = started.add(
                    () -> new KeycloakProcess("kc-0", home, options, postgres.database(), original), Node::kill);
            keycloak.awaitReady();
            keycloak.stop();
            forgetTheServer(postgres.database());
        }
        if (Files.exists(PostgresProcess.data(original).resolve("postmaster.pid"))) {
            throw new IllegalStateException("PostgreSQL was not shut down cleanly: " + original);
        }
        Files.createFile(original.resolve(COMPLETE));
    }

    private static void forgetTheServer(Database database) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(FORGET_THE_SERVER);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot empty the tables of the provider", e);
        }
    }
}
