package org.millrace.advisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Verdict;

/**
 * Lets a finding go only after it has been healthy for a while, so that a number that wavers around its threshold is one
 * finding and not many. One thread at a time.
 *
 * <p>What is found comes at once. While a finding is held it shows its last numbers; one that got milder is held at its worse
 * severity for the same time. A rule that cannot answer any more is skipped at once: nothing is known then.
 */
public final class Hysteresis {

    /** Two diagnoses: a number that wavers is one finding, and what is over is gone within a minute. */
    public static final Duration HOLD = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Map<String, Held> held = new HashMap<>();

    /** @param clock that never goes back: a finding would be held for all that time again */
    public Hysteresis(InstantSource clock) {
        this.clock = clock;
    }

    private record Held(Finding finding, Instant seen) {}

    /** The verdict to go by in place of the given one. */
    Verdict steady(String rule, Verdict verdict) {
        Instant now = clock.instant();
        Held last = held.get(rule);
        if (verdict instanceof Finding finding) {
            if (last != null && isMilder(finding, last.finding()) && isRecent(last, now)) {
                return last.finding();
            }
            held.put(rule, new Held(finding, now));
            return finding;
        }
        if (last != null && verdict instanceof Verdict.Healthy && isRecent(last, now)) {
            return last.finding();
        }
        held.remove(rule);
        return verdict;
    }

    private static boolean isMilder(Finding finding, Finding than) {
        return finding.severity().compareTo(than.severity()) > 0;
    }

    private static boolean isRecent(Held last, Instant now) {
        return now.isBefore(last.seen().plus(HOLD));
    }
}
