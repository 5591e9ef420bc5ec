package org.millrace.testsuite.server;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.millrace.testsuite.server.database.ContainerDatabase;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.process.LogFile;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/** A Keycloak node in a container, with a limit of memory and the same options that a process would get. */
final class ContainerNode implements Node {
    private static final int HTTP = 8080;
    private static final int MANAGEMENT = 9000;
    private static final int STOP_SECONDS = 30;
    private static final long MEBIBYTE = 1L << 20;

    /** Non-heap memory: metaspace, threads, direct buffers, code. */
    private static final int NATIVE_MEBIBYTES = 512;

    private final String name;
    private final GenericContainer<?> container;

    ContainerNode(String name, String image, ServerOptions options, ContainerDatabase database, Network network) {
        Map<String, String> own = new TreeMap<>(options.options());
        own.put("http-enabled", "true");
        Optional<String> port = Optional.ofNullable(own.remove("http-port"));
        List<String> command = new ArrayList<>(List.of("start", "--optimized"));
        command.addAll(ServerOptions.flags(own));
        Database.Account account = database.database().user();
        long memory = (options.heapMebibytes() + NATIVE_MEBIBYTES) * MEBIBYTE;
        this.name = name;
        this.container = new GenericContainer<>(image)
                .withEnv(options.environment())
                .withEnv(ServerOptions.environment(database.jdbcUrlInNetwork(), account))
                .withCommand(command.toArray(String[]::new))
                .withExposedPorts(HTTP, MANAGEMENT)
                .withCreateContainerCmdModifier(
                        create -> create.withHostName(name).getHostConfig().withMemory(memory))
                .withNetwork(network)
                .withNetworkAliases(name)
                .waitingFor(new NoWait());
        port.ifPresent(outside -> container.setPortBindings(List.of(outside + ":" + HTTP)));
    }

    /** Starts the container and waits until the server is ready. */
    void start() {
        container.start();
        new Readiness(managementUri(), container::isRunning)
                .await(() -> name + " did not get ready; the end of its log:\n" + LogFile.tail(log()));
    }

    void remove() {
        container.stop();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public URI baseUri() {
        return uri(HTTP);
    }

    @Override
    public URI managementUri() {
        return uri(MANAGEMENT);
    }

    private URI uri(int port) {
        return URI.create("http://" + container.getHost() + ":" + container.getMappedPort(port));
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public boolean isAlive() {
        return container.isRunning();
    }

    @Override
    public void kill() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void freeze() {
        container
                .getDockerClient()
                .pauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public void thaw() {
        container
                .getDockerClient()
                .unpauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public void stop() {
        container
                .getDockerClient()
                .stopContainerCmd(container.getContainerId())
                .withTimeout(STOP_SECONDS)
                .exec();
    }

    /** {@link Readiness} waits, as for a process: it notices a server that ends, and shows its log. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {}
    }
}
