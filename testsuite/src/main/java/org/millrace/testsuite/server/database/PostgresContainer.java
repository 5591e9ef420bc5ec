package org.millrace.testsuite.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.server.process.FreePorts;
import org.millrace.testsuite.server.process.HarnessSettings;
import org.testcontainers.containers.Network;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** PostgreSQL in a container. */
public final class PostgresContainer implements ContainerDatabase {
    private static final Database.Account SUPERUSER = new Database.Account("postgres", "postgres");
    private static final String ALIAS = "postgres";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final PostgreSQLContainer container;
    private final Database database;

    /** Starts the database in a container. */
    public PostgresContainer(Map<String, String> settings, Network network) {
        List<String> command = new ArrayList<>(List.of("postgres"));
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        DockerImageName image = DockerImageName.parse(HarnessSettings.get("millrace.postgres.image"))
                .asCompatibleSubstituteFor("postgres");
        container = new PostgreSQLContainer(image)
                .withUsername(SUPERUSER.name())
                .withPassword(SUPERUSER.password())
                .withDatabaseName("postgres")
                .withCommand(command.toArray(String[]::new))
                .withNetwork(network)
                .withNetworkAliases(ALIAS);
        int port = FreePorts.next();
        // A port of the engine's choice would be another one after a restart.
        container.setPortBindings(List.of(port + ":" + PostgreSQLContainer.POSTGRESQL_PORT));
        container.start();
        database = KeycloakSchema.create(container.getHost(), port, SUPERUSER);
    }

    @Override
    public void kill() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void restart() {
        container
                .getDockerClient()
                .startContainerCmd(container.getContainerId())
                .exec();
        awaitAnswer(database);
    }

    private static void awaitAnswer(Database database) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (Connection connection = database.connect()) {
                connection.getMetaData();
                return;
            } catch (SQLException notYet) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("PostgreSQL does not come back", notYet);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    @Override
    public String jdbcUrlInNetwork() {
        return "jdbc:postgresql://" + ALIAS + ":" + PostgreSQLContainer.POSTGRESQL_PORT + "/keycloak";
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public void close() {
        container.stop();
    }
}
