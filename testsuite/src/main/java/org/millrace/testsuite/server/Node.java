package org.millrace.testsuite.server;

import java.net.URI;
import java.util.OptionalLong;

/** One running Keycloak. Safe for use by several threads. */
public interface Node {
    /** {@code kc-1}, {@code kc-2} and so on, in the order of their start. */
    String name();

    /** Where Keycloak answers, without a slash at the end. */
    URI baseUri();

    /** Where health, metrics and the advisor's brief answer, without a slash at the end. */
    URI managementUri();

    /** What the server has written to its console so far. */
    String log();

    boolean isAlive();

    /** The process of the server's JVM, if it is one of this machine. */
    default OptionalLong javaPid() {
        return OptionalLong.empty();
    }

    /** SIGKILL: no goodbye to the cluster, no rollback, no flush. Returns when the process is gone. */
    void kill();

    /** Stops it where it stands, as a long pause of the machine would: connections stay open, nothing happens. */
    void freeze();

    /** Lets a frozen node go on. */
    void thaw();

    /** SIGTERM, and SIGKILL if that takes longer than half a minute. Returns when the process is gone. */
    void stop();
}
