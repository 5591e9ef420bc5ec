package org.millrace.advisor.rule.cache;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Caches are still being filled after a start. */
public final class CachesCold implements Rule {

    private static final Threshold WARM =
            new Threshold("uptime", 1800, "seconds", "Half an hour of traffic loads the working set");

    private static final Threshold HITS =
            new Threshold("hits by reads", 0.9, "ratio", "Below, more than one read in ten goes to the database");

    private static final Threshold RISE = new Threshold(
            "rise of the hits over the window",
            0.02,
            "ratio",
            "A cache that is too small does not get better by waiting");

    private static final Threshold READS =
            new Threshold("reads in the window", 1000, "reads", "Fewer make the rate a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CACHES_COLD,
            "Caches are cold after a start",
            Lane.SATURATION,
            "A node that has just started reads everything from the database once. That passes; judging caches or the database "
                    + "by it does not. Nodes that start often never leave this state.",
            List.of(JvmSignals.UPTIME, CacheSignals.hits("users"), CacheSignals.misses("users")),
            List.of(WARM, HITS, RISE, READS),
            List.of("https://www.keycloak.org/server/caching"),
            Causality.at(Station.CACHES)
                    .leadingTo(
                            RuleId.ENTITY_CACHE_TOO_SMALL,
                            RuleId.DATABASE_PROCESSORS_SATURATED,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED,
                            RuleId.ANSWERS_SLOW)
                    // It will pass: size is not what matters.
                    .holdingBack(RuleId.ENTITY_CACHE_TOO_SMALL, RuleId.CPU_REQUEST_LOW, RuleId.DATABASE_CORES_FEW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.latest(JvmSignals.UPTIME) >= WARM.in(context)) {
            return Verdict.healthy();
        }
        double reads = window.increase(CacheSignals.hits("users")) + window.increase(CacheSignals.misses("users"));
        List<Double> rates = window.slices(window.length().dividedBy(3)).stream()
                .filter(slice -> slice.has(CacheSignals.hits("users")) && slice.has(CacheSignals.misses("users")))
                .map(CachesCold::hits)
                .toList();
        if (reads < READS.in(context) || rates.size() < 2) {
            return Verdict.healthy();
        }
        double now = rates.get(rates.size() - 1);
        double rise = now - rates.get(0);
        return now >= HITS.in(context) || rise < RISE.in(context) ? Verdict.healthy() : finding(window, now, rise);
    }

    private static double hits(Window slice) {
        double hits = slice.increase(CacheSignals.hits("users"));
        double all = hits + slice.increase(CacheSignals.misses("users"));
        return all > 0 ? hits / all : 1;
    }

    private static Finding finding(Window window, double now, double rise) {
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("cache.users.hit.ratio", now, HITS),
                        Observation.of("cache.users.hit.ratio.rise", rise, RISE),
                        Observation.of(JvmSignals.UPTIME.name(), window.latest(JvmSignals.UPTIME), WARM)),
                "The node has run for " + Figures.time(window.latest(JvmSignals.UPTIME))
                        + ", and its users' cache answers "
                        + Figures.percent(now)
                        + " of the reads, more by the minute. Wait before changing caches or the database; "
                        + "start nodes one by one, and let the load balancer begin slowly.",
                Confidence.HIGH,
                null);
    }
}
