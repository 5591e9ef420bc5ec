package org.millrace.server.advisor;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.Version;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.model.Snapshot;

/**
 * Node, version, sampling state and links in JSON.
 *
 * @param node empty if the advisor is off
 */
record AdvisorOverview(String node, String version, Sampling sampling, Map<String, String> links) {

    /** The state of sampling; {@code off} has no more members. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sampling(
            String state,
            @Nullable Duration interval,
            @Nullable Duration window,
            @Nullable Instant sampledAt) {
        private static final Sampling OFF = new Sampling("off", null, null, null);

        private static Sampling of(Advisor advisor) {
            return new Sampling(
                    state(advisor),
                    advisor.config().sampleInterval(),
                    advisor.config().window(),
                    advisor.latest().map(Snapshot::at).orElse(null));
        }

        private static String state(Advisor advisor) {
            if (advisor.stalledSince().isPresent()) {
                return "stalled";
            }
            return advisor.published().isPresent() ? "running" : "starting";
        }
    }

    static AdvisorOverview of(Optional<Advisor> advisor, Map<String, String> links) {
        return new AdvisorOverview(
                advisor.map(Advisor::node).orElse(""),
                Version.VERSION,
                advisor.map(Sampling::of).orElse(Sampling.OFF),
                links);
    }
}
