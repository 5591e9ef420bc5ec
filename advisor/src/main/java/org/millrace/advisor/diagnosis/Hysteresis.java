package org.millrace.advisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Verdict;

/**
 * Ends a finding only after it has been healthy for a while, so that a value that oscillates around its threshold is one finding.
 * For one thread at a time.
 *
 * <p>A new finding appears immediately. A held finding keeps its last numbers; a lower severity is delayed by the same time. A
 * rule that is skipped ends its finding immediately, because nothing is known any more.
 */
public final class Hysteresis {

    /** Two diagnoses: an oscillating value is one finding, and a finished finding ends within a minute. */
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
