package org.millrace.testsuite.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One running server for all tests that ask for the same options: a start takes half a minute. It stays until the JVM
 * ends. Tests that use it make a realm of their own and leave the server as it was; whoever kills a node or changes the
 * master realm starts a server of its own.
 */
public final class SharedServers {
    private static final Map<ServerOptions, ServerUnderTest> RUNNING = new ConcurrentHashMap<>();

    private SharedServers() {}

    /** One node on PostgreSQL. */
    public static ServerUnderTest postgres() {
        return get(ServerOptions.postgres());
    }

    /** One node on H2. */
    public static ServerUnderTest h2() {
        return get(ServerOptions.h2());
    }

    /** The server for these options, with one node; starts it if it is not running yet. */
    public static ServerUnderTest get(ServerOptions options) {
        return RUNNING.computeIfAbsent(options, ServerUnderTest::start);
    }
}
