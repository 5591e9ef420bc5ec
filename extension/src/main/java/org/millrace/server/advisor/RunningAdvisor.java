package org.millrace.server.advisor;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.report.document.ManagementDetails;
import org.millrace.server.advisor.report.NodeReports;
import org.millrace.server.advisor.store.AdvisorStore;

/**
 * The advisor of this server, once it runs.
 *
 * <p>Keycloak makes provider factories and ArC makes beans, each without knowing the other: this is where they meet.
 */
final class RunningAdvisor {

    private static final AtomicReference<@Nullable Running> CURRENT = new AtomicReference<>();

    private record Running(Advisor advisor, NodeReports others, AdvisorStore store, ManagementDetails details) {}

    private RunningAdvisor() {}

    static Optional<Advisor> find() {
        return Optional.ofNullable(CURRENT.get()).map(Running::advisor);
    }

    /** How it reaches the advisors of the other nodes. */
    static Optional<NodeReports> others() {
        return Optional.ofNullable(CURRENT.get()).map(Running::others);
    }

    /** Where it keeps incidents and changes. */
    static Optional<AdvisorStore> store() {
        return Optional.ofNullable(CURRENT.get()).map(Running::store);
    }

    /** How much the management port may say. */
    static ManagementDetails details() {
        Running running = CURRENT.get();
        return running == null ? ManagementDetails.NONE : running.details();
    }

    static void set(Advisor advisor, NodeReports others, AdvisorStore store, ManagementDetails details) {
        CURRENT.set(new Running(advisor, others, store, details));
    }

    /** A reload may have started the next one already. */
    static void clear(Advisor advisor) {
        CURRENT.updateAndGet(running -> running != null && running.advisor() == advisor ? null : running);
    }
}
