package org.millrace.server.advisor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.ThreadSignals;

/** What a request thread is at, by the innermost frame of its stack that gives it away. */
final class Activity {

    /** Deep enough for a read from a socket through TLS and an HTTP client. */
    static final int DEPTH = 24;

    /** An idle thread parks within this many frames. */
    private static final int IDLE_DEPTH = 5;

    private static final String IDLE = "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode";

    /** By prefix of the class name; the order matters only where one prefix begins another. */
    private static final List<Map.Entry<String, Signal>> PLACES = List.of(
            Map.entry("io.agroal.pool.ConnectionPool", ThreadSignals.WAITING_FOR_CONNECTION),
            Map.entry("org.postgresql.", ThreadSignals.IN_DATABASE),
            Map.entry("io.agroal.pool.wrapper.", ThreadSignals.IN_DATABASE),
            Map.entry("org.h2.", ThreadSignals.IN_DATABASE),
            Map.entry("org.mariadb.jdbc.", ThreadSignals.IN_DATABASE),
            Map.entry("com.mysql.cj.", ThreadSignals.IN_DATABASE),
            Map.entry("oracle.jdbc.", ThreadSignals.IN_DATABASE),
            Map.entry("com.microsoft.sqlserver.", ThreadSignals.IN_DATABASE),
            Map.entry("org.bouncycastle.crypto.generators.", ThreadSignals.HASHING),
            Map.entry("org.keycloak.crypto.hash.", ThreadSignals.HASHING),
            Map.entry("org.keycloak.credential.hash.", ThreadSignals.HASHING),
            Map.entry("org.jboss.resteasy.reactive.server.vertx.VertxInputStream", ThreadSignals.WITH_CLIENT),
            // The blocking writer of Quarkus 3.33 is in quarkus-vertx-utils, the reader in resteasy-reactive-vertx.
            Map.entry("io.quarkus.vertx.utils.VertxOutputStream", ThreadSignals.WITH_CLIENT),
            Map.entry("org.millrace.bulk.rest.OutcomeStream", ThreadSignals.WITH_CLIENT),
            Map.entry("org.apache.http.", ThreadSignals.IN_REMOTE_CALL),
            Map.entry("org.apache.hc.", ThreadSignals.IN_REMOTE_CALL),
            Map.entry("jdk.internal.net.http.", ThreadSignals.IN_REMOTE_CALL),
            Map.entry("sun.net.www.protocol.http.", ThreadSignals.IN_REMOTE_CALL),
            Map.entry("com.sun.jndi.ldap.", ThreadSignals.IN_REMOTE_CALL),
            Map.entry("org.eclipse.angus.mail.", ThreadSignals.IN_REMOTE_CALL));

    private Activity() {}

    /** Empty for an idle thread; {@link ThreadSignals#ELSEWHERE} for one whose stack says nothing known. */
    static Optional<Signal> of(StackTraceElement[] stack) {
        if (isIdle(stack)) {
            return Optional.empty();
        }
        for (StackTraceElement frame : stack) {
            for (Map.Entry<String, Signal> place : PLACES) {
                if (frame.getClassName().startsWith(place.getKey())) {
                    return Optional.of(place.getValue());
                }
            }
        }
        return Optional.of(ThreadSignals.ELSEWHERE);
    }

    private static boolean isIdle(StackTraceElement[] stack) {
        for (int i = 0; i < Math.min(stack.length, IDLE_DEPTH); i++) {
            if (stack[i].getClassName().equals(IDLE)) {
                return true;
            }
        }
        return stack.length == 0;
    }
}
