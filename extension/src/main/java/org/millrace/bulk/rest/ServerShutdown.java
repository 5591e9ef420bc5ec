package org.millrace.bulk.rest;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Stops imports before Keycloak stops its caches, which it does in an observer of the same event with a later priority. Keycloak 26.7
 * announces its end earlier, with an event of its own; older versions do not.
 */
@ApplicationScoped
public class ServerShutdown {
    private static final int FIRST = 1;

    /** The provider factory and this bean are created without each other. */
    private static volatile Runnable stop = () -> {};

    static void beforeCachesStop(Runnable action) {
        stop = action;
    }

    void stop(@Observes @Priority(FIRST) ShutdownEvent event) {
        stop.run();
    }
}
