package org.millrace.advisor.rule.cache;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Caches were made so large that they crowd the heap. */
public final class CachesTooLarge implements Rule {

    private static final Threshold LIVE =
            new Threshold("live by greatest heap", 0.7, "ratio", "Above, each entry more costs collections");

    private static final Threshold SIZE =
            new Threshold("entries of a cache", 50_000, "entries", "Five times the default");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CACHES_TOO_LARGE,
            "Caches are too large for the heap",
            Lane.CAPACITY,
            "A cached user or client takes some kilobytes. A cache of several times the default needs the heap to go with it.",
            List.of(
                    JvmSignals.LIVE_SET,
                    JvmSignals.HEAP_MAX,
                    CacheSignals.entries("users"),
                    CacheSignals.entries("realms")),
            List.of(LIVE, SIZE),
            List.of("https://www.keycloak.org/server/caching"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double live = window.latest(JvmSignals.LIVE_SET) / window.latest(JvmSignals.HEAP_MAX);
        String largest = window.latest(CacheSignals.entries("users")) >= window.latest(CacheSignals.entries("realms"))
                ? "users"
                : "realms";
        double entries = window.latest(CacheSignals.entries(largest));
        return live < LIVE.in(context) || entries < SIZE.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        List.of(
                                Observation.of("jvm.heap.live.share", live, LIVE),
                                Observation.of(CacheSignals.entries(largest).name(), entries, SIZE)),
                        Figures.percent(live) + " of the heap are in use, and the cache \"" + largest + "\" alone has "
                                + Figures.number(entries) + " entries. Make it smaller, or the memory limit larger.",
                        Confidence.MEDIUM,
                        null);
    }
}
