package org.millrace.testsuite.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.Network;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** PostgreSQL in a container. */
final class PostgresContainer implements ContainerDatabase {
    private static final Database.Account SUPERUSER = new Database.Account("postgres", "postgres");
    private static final String ALIAS = "postgres";

    private final PostgreSQLContainer container;
    private final Database database;

    PostgresContainer(Map<String, String> settings, Network network) {
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
        container.start();
        int port = container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT);
        database = KeycloakSchema.create(container.getHost(), port, SUPERUSER);
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
