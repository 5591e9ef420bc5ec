package org.millrace.testsuite.server.database;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;

/** H2 as a server, from the driver that is in Keycloak's image. */
public final class H2Container implements ContainerDatabase {
    private static final Database.Account OWNER = new Database.Account("keycloak", "keycloak");
    private static final String ALIAS = "h2";
    private static final int PORT = 9092;

    private final GenericContainer<?> container;
    private final Database database;

    /** Starts the database in a container. */
    public H2Container(String keycloakImage, Network network) {
        container = new GenericContainer<>(keycloakImage)
                .withCreateContainerCmdModifier(command -> command.withEntrypoint("java"))
                .withCommand(
                        "-cp",
                        "/opt/keycloak/lib/lib/main/*",
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpAllowOthers",
                        "-tcpPort",
                        Integer.toString(PORT),
                        "-ifNotExists",
                        "-baseDir",
                        "/tmp")
                .withExposedPorts(PORT)
                .waitingFor(Wait.forLogMessage(".*TCP server running.*", 1))
                .withNetwork(network)
                .withNetworkAliases(ALIAS);
        container.start();
        String url = url(container.getHost(), container.getMappedPort(PORT));
        database = new Database(DatabaseKind.H2, url, OWNER, OWNER);
    }

    /** The reserved word is a column of Keycloak's; its own default URL says the same. */
    private static String url(String host, int port) {
        return "jdbc:h2:tcp://" + host + ":" + port + "/./keycloak;NON_KEYWORDS=VALUE";
    }

    @Override
    public String jdbcUrlInNetwork() {
        return url(ALIAS, PORT);
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
