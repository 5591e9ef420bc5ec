package org.millrace.advisor.effect;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;

/** The latest proposal for each setting, until it is applied or expires. Bounded; not thread-safe. */
final class AdviceLog {

    /** Age at which a proposal expires. */
    static final Duration REMEMBERED = Duration.ofDays(7);

    /** Interval at which the time of a repeated proposal is renewed. */
    private static final Duration RENEWED = Duration.ofHours(1);

    private static final int MOST = 200;

    private final Map<String, Advice> bySetting = new LinkedHashMap<>();

    /** Adds the proposals of all current findings; the first finding with a proposal for a setting counts. */
    void add(Diagnosis diagnosis) {
        Map<String, Advice> proposed = new LinkedHashMap<>();
        for (RankedFinding ranked : diagnosis.findings()) {
            for (Step step : ranked.finding().change().map(Change::apply).orElse(List.of())) {
                Advice advice = new Advice(ranked.rule().id(), ranked.rule().title(), step, diagnosis.at());
                Advice.setting(step).ifPresent(name -> proposed.putIfAbsent(name, advice));
            }
        }
        proposed.forEach(this::add);
        expire(diagnosis.at());
    }

    private void add(String setting, Advice advice) {
        Advice known = bySetting.get(setting);
        if (known == null || !known.isSameAs(advice) || known.at().plus(RENEWED).isBefore(advice.at())) {
            bySetting.remove(setting);
            bySetting.put(setting, advice);
        }
    }

    private void expire(Instant now) {
        bySetting.values().removeIf(each -> each.at().plus(REMEMBERED).isBefore(now));
        while (bySetting.size() > MOST) {
            bySetting.remove(bySetting.keySet().iterator().next());
        }
    }

    /** The proposal that a change has applied, which is removed; null if the change does not follow a proposal. */
    @Nullable
    Advice applied(String setting, @Nullable String from, @Nullable String to) {
        Advice advice = bySetting.get(setting);
        if (advice == null || !advice.isFollowedBy(from, to)) {
            return null;
        }
        bySetting.remove(setting);
        return advice;
    }

    /** Adds proposals of the previous run, which replace those of this run: changes between the runs follow them. */
    void restore(Map<String, Advice> earlier) {
        bySetting.putAll(earlier);
    }

    Map<String, Advice> all() {
        return Map.copyOf(bySetting);
    }
}
