package org.millrace.testsuite.server.database;

import java.nio.file.Path;
import java.sql.SQLException;
import org.h2.tools.Server;
import org.millrace.testsuite.server.process.FreePorts;

/** H2 as a server in this JVM: Keycloak and the test are both its clients. */
public final class H2Process implements OwnDatabase {
    private static final Database.Account OWNER = new Database.Account("keycloak", "keycloak");

    private final Server server;
    private final Database database;

    /** Starts the database with its files in a directory. */
    public H2Process(Path directory) {
        try {
            server = Server.createTcpServer(
                            "-tcpPort",
                            Integer.toString(FreePorts.next()),
                            "-baseDir",
                            directory.toString(),
                            "-ifNotExists")
                    .start();
        } catch (SQLException e) {
            throw new IllegalStateException("no H2", e);
        }
        // The reserved word is a column of Keycloak's; its own default URL says the same. On a busy machine,
        // transactions wait long for each other.
        String url =
                "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./keycloak;NON_KEYWORDS=VALUE;LOCK_TIMEOUT=60000";
        database = new Database(DatabaseKind.H2, url, OWNER, OWNER);
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public void close() {
        server.stop();
    }
}
