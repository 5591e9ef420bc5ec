package org.millrace.testsuite.server;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.millrace.testsuite.server.database.Database;
import org.millrace.testsuite.server.process.FreePorts;
import org.millrace.testsuite.server.process.LogFile;
import org.millrace.testsuite.server.process.ProcessTree;

/** A Keycloak node as a plain process. */
final class KeycloakProcess implements Node {
    private final String name;
    private final URI baseUri;
    private final URI managementUri;
    private final URI healthUri;
    private final LogFile log;
    private final Process process;

    /** Starts the process; it is not ready yet. */
    KeycloakProcess(String name, Path home, ServerOptions options, Database database, Path directory) {
        Map<String, String> own = new TreeMap<>(options.options());
        own.put("http-enabled", "true");
        own.put("http-host", "127.0.0.1");
        own.computeIfAbsent("http-port", port -> Integer.toString(FreePorts.next()));
        own.put("http-management-port", Integer.toString(FreePorts.next()));
        // Keycloak refuses options of the cluster where there is none.
        if (!"local".equals(own.get("cache"))) {
            own.put("cache-embedded-network-bind-address", "127.0.0.1");
            own.put("cache-embedded-network-bind-port", Integer.toString(FreePorts.nextForCluster()));
        }
        this.name = name;
        String path = options.buildOptions().getOrDefault("http-relative-path", "");
        String managementPath = options.buildOptions().getOrDefault("http-management-relative-path", path);
        this.baseUri = uri(own.get("http-port"), path);
        this.managementUri = uri(own.get("http-management-port"), managementPath);
        String ofManagement = options.buildOptions().getOrDefault("http-management-health-enabled", "true");
        this.healthUri = Boolean.parseBoolean(ofManagement) ? managementUri : baseUri;
        this.log = new LogFile(directory.resolve(name + ".log"));
        this.process = KeycloakCommand.start(home, options, database, own).start(log.path());
    }

    /** The options take a path with and without slashes around it. */
    private static URI uri(String port, String path) {
        String bare = path.replaceAll("^/+|/+$", "");
        return URI.create("http://127.0.0.1:" + port + (bare.isEmpty() ? "" : "/" + bare));
    }

    void awaitReady() {
        new Readiness(healthUri, process::isAlive).await(() -> log.because(name + " did not get ready"));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public URI baseUri() {
        return baseUri;
    }

    @Override
    public URI managementUri() {
        return managementUri;
    }

    @Override
    public String log() {
        return log.text();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    /** {@code kc.sh} is its parent. */
    @Override
    public OptionalLong javaPid() {
        return process.descendants()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .mapToLong(ProcessHandle::pid)
                .findFirst();
    }

    @Override
    public void kill() {
        ProcessTree.kill(process);
    }

    @Override
    public void freeze() {
        ProcessTree.signal(process, "STOP");
    }

    @Override
    public void thaw() {
        ProcessTree.signal(process, "CONT");
    }

    @Override
    public void stop() {
        ProcessTree.stop(process);
    }
}
