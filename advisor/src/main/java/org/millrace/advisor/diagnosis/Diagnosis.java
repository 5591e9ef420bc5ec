package org.millrace.advisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.TimeModel;

/**
 * What all rules together say about a window.
 *
 * @param at when it was made
 * @param next the rule that is expected to bind once the principal bottleneck is gone, null if none shows yet or none binds
 * @param findings principal first, then by severity
 * @param healthy ids of the rules that found nothing
 * @param recent what competed for the principal and is over, the latest first, with its time span
 * @param timeModel where the time of requests went over the last minute, or over the window if that is shorter
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
