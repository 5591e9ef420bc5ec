package org.millrace.server.advisor;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.millrace.advisor.Advisor;

/**
 * The advisor of this server, once it runs.
 *
 * <p>Keycloak makes provider factories and ArC makes beans, each without knowing the other: this is where they meet.
 */
final class RunningAdvisor {

    private static final AtomicReference<Advisor> CURRENT = new AtomicReference<>();

    private RunningAdvisor() {}

    static Optional<Advisor> find() {
        return Optional.ofNullable(CURRENT.get());
    }

    static void set(Advisor advisor) {
        CURRENT.set(advisor);
    }

    /** A reload may have started the next one already. */
    static void clear(Advisor advisor) {
        CURRENT.compareAndSet(advisor, null);
    }
}
