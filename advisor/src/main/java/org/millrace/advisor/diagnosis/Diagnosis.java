package org.millrace.advisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.TimeModel;

/**
 * The combined result of all rules for a window.
 *
 * @param at time of the diagnosis
 * @param next the expected bottleneck after the principal one is fixed, null if none is visible
 * @param findings principal first, then by severity
 * @param healthy ids of the rules without a finding
 * @param recent finished candidates for the principal finding, the latest first, with their time spans
 * @param timeModel distribution of request time over the last minute, or over a shorter window
 */
public record Diagnosis(
        Instant at,
        Duration window,
        List<RankedFinding> findings,
        @Nullable String next,
        List<String> healthy,
        List<Unanswered> skipped,
        List<Suppressed> suppressed,
        List<RankedFinding> recent,
        TimeModel timeModel) {

    /** Without a time model, and nothing that is over. */
    public Diagnosis(
            Instant at,
            Duration window,
            List<RankedFinding> findings,
            @Nullable String next,
            List<String> healthy,
            List<Unanswered> skipped,
            List<Suppressed> suppressed) {
        this(at, window, findings, next, healthy, skipped, suppressed, List.of(), TimeModel.NONE);
    }

    /** A rule that could not answer; nothing is missing if it failed, and the log says why. */
    public record Unanswered(String rule, List<Input> missing) {}

    /** A rule that found something whose advice would do harm now. */
    public record Suppressed(String rule, String by) {}

    public Diagnosis {
        findings = List.copyOf(findings);
        healthy = List.copyOf(healthy);
        skipped = List.copyOf(skipped);
        suppressed = List.copyOf(suppressed);
        recent = List.copyOf(recent);
    }

    /** The rule whose finding is the one bottleneck; empty if there is none. */
    public Optional<String> principal() {
        return findings.stream()
                .filter(RankedFinding::principal)
                .map(ranked -> ranked.rule().id())
                .findFirst();
    }

    /** The principal finding; empty if there is none. */
    public Optional<RankedFinding> principalFinding() {
        return findings.stream().filter(RankedFinding::principal).findFirst();
    }

    /** The rule that would bind next; empty if none is known. */
    public Optional<String> nextConstraint() {
        return Optional.ofNullable(next);
    }
}
