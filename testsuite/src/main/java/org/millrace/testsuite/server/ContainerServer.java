package org.millrace.testsuite.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.millrace.testsuite.server.database.ContainerDatabase;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.database.H2Container;
import org.millrace.testsuite.server.database.PostgresContainer;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/** Containers on a network of their own: the image that {@code docker/Dockerfile} makes, and PostgreSQL's. */
final class ContainerServer implements ServerUnderTest {
    private final ServerOptions options;
    private final String image;
    private final Network network;
    private final ContainerDatabase ownDatabase;
    private final List<ContainerNode> nodes = new CopyOnWriteArrayList<>();
    private int started;

    ContainerServer(ServerOptions options) {
        requireEngine();
        this.options = options;
        this.image = KeycloakImage.name(options);
        this.network = Network.newNetwork();
        this.ownDatabase = switch (options.database()) {
            case POSTGRES -> new PostgresContainer(options.databaseSettings(), network);
            case H2 -> new H2Container(image, network);
            case MARIADB, POSTGRES_BEHIND_PGBOUNCER, POSTGRES_BY_AWS_WRAPPER ->
                throw new IllegalArgumentException(options.database() + " runs as plain processes only");
        };
    }

    /** Fails instead of falling back to processes, because the purpose of a container run is to test the image. */
    private static void requireEngine() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new IllegalStateException(
                    "millrace.server is 'container', and no Docker engine answers. Start one (or point DOCKER_HOST to"
                            + " one), or leave the property out: the same tests run as plain processes.");
        }
    }

    @Override
    public synchronized Node startNode(UnaryOperator<ServerOptions> change) {
        started++;
        ContainerNode node = new ContainerNode("kc-" + started, image, change.apply(options), ownDatabase, network);
        nodes.add(node);
        node.start();
        return node;
    }

    @Override
    public List<Node> nodes() {
        return nodes.stream().filter(Node::isAlive).map(Node.class::cast).toList();
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

    @Override
    public void close() {
        nodes().forEach(Node::stop);
        nodes.forEach(ContainerNode::remove);
        ownDatabase.close();
        network.close();
    }
}
