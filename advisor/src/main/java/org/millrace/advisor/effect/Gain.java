package org.millrace.advisor.effect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Effects.Sides;

/**
 * The measured gain of an applied change. Immutable.
 *
 * <p>It compares latency and cost of each kind of request, because a different mix of requests changes the mean of all. Throughput
 * does not decide: a different load changes it too.
 *
 * @param better measures of kinds of requests that are significantly lower, such as {@code token latency}
 * @param worse measures that are significantly higher
 */
public record Gain(Verdict verdict, List<String> better, List<String> worse) {

    /** Minimum number of measurements on each side without which a missing gain is not established: three minutes. */
    static final int ENOUGH = 18;

    /** The result of a comparison. */
    public enum Verdict {
        /** Latency or cost is lower, and none is higher. */
        IMPROVED,
        /** No significant difference. */
        NONE,
        /** Latency or cost is higher, and none is lower. */
        WORSE,
        /** Some are lower and some are higher. */
        MIXED,
        /** Too few measurements before or after. */
        UNKNOWN;

        /** The name in documents, such as {@code improved}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether the revert is offered. */
        public boolean offersRevert() {
            return this == NONE || this == WORSE;
        }
    }

    public Gain {
        better = List.copyOf(better);
        worse = List.copyOf(worse);
    }

    /** The gain of a change, from the measurements before and after it. */
    public static Gain of(Effect effect) {
        List<String> better = new ArrayList<>();
        List<String> worse = new ArrayList<>();
        long most = 0;
        for (Map.Entry<String, Sides> each : effect.kinds().entrySet()) {
            if (!each.getKey().equals(Fingerprint.ALL)) {
                Sides sides = each.getValue();
                Measure before = sides.before().latency();
                Measure after = sides.after().latency();
                most = Math.max(most, Math.min(before.count(), after.count()));
                compare(each.getKey() + " latency", before, after, better, worse);
                compare(
                        each.getKey() + " cost",
                        sides.before().cost(),
                        sides.after().cost(),
                        better,
                        worse);
            }
        }
        return new Gain(verdict(most, better, worse), better, worse);
    }

    private static void compare(String name, Measure before, Measure after, List<String> better, List<String> worse) {
        if (after.differsFrom(before)) {
            (after.mean() < before.mean() ? better : worse).add(name);
        }
    }

    /** A server that was just started is slower, so only a gain is established early. */
    private static Verdict verdict(long measured, List<String> better, List<String> worse) {
        if (worse.isEmpty() && !better.isEmpty()) {
            return Verdict.IMPROVED;
        }
        if (measured < ENOUGH) {
            return Verdict.UNKNOWN;
        }
        if (worse.isEmpty()) {
            return Verdict.NONE;
        }
        return better.isEmpty() ? Verdict.WORSE : Verdict.MIXED;
    }
}
