package org.millrace.advisor.rule.cache;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.HttpSignals;
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

/** Cached entries are invalidated by permanent changes. */
public final class InvalidationStorm implements Rule {

    private static final Threshold SHARE = new Threshold(
            "removals by reads", 0.1, "ratio", "Each removal makes the next read of the same go to the database");

    private static final Threshold READS =
            new Threshold("reads in the window", 1000, "reads", "Fewer make the share a matter of chance");

    private static final Threshold MESSAGES = new Threshold(
            "messages to other nodes a second, critical",
            200,
            "messages per second",
            "Every node throws the same out, and reads it again");

    private static final RuleCard CARD = new RuleCard(
            RuleId.INVALIDATION_STORM,
            "Invalidations keep evicting cached entries",
            Lane.SATURATION,
            "A write to a user, a client or a realm removes it from the caches of all nodes, and with it what depends on it. A "
                    + "larger cache does not help, unless it evicts more than is removed: fewer writes do.",
            List.of(
                    CacheSignals.removals("users"),
                    CacheSignals.hits("users"),
                    CacheSignals.misses("users"),
                    CacheSignals.removals("realms"),
                    CacheSignals.hits("realms"),
                    CacheSignals.misses("realms")),
            List.of(SHARE, READS, MESSAGES),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-embedded-caches"),
            Causality.at(Station.CACHES)
                    .leadingTo(RuleId.DATABASE_PROCESSORS_SATURATED, RuleId.DATABASE_BEHIND_POOL_SATURATED)
                    .leadingToOnSharedProcessors(RuleId.TOO_MANY_THREADS)
                    // Size is not what matters.
                    .holdingBack(RuleId.ENTITY_CACHE_TOO_SMALL, RuleId.CPU_REQUEST_LOW, RuleId.DATABASE_CORES_FEW));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return Stream.of("users", "realms")
                .filter(cache -> CacheUse.reads(cache, window) >= READS.in(context))
                .filter(cache -> share(cache, window) >= SHARE.in(context))
                .filter(cache -> !isTooSmall(cache, window))
                .max(Comparator.comparing(cache -> share(cache, window)))
                .<Verdict>map(cache -> finding(cache, context))
                .orElse(Verdict.healthy());
    }

    private static double share(String cache, Window window) {
        return window.increase(CacheSignals.removals(cache)) / CacheUse.reads(cache, window);
    }

    /** It evicts more than changes remove. */
    private static boolean isTooSmall(String cache, Window window) {
        double evictions = window.increaseIfKnown(CacheSignals.evictions(cache)).orElse(0);
        return evictions > window.increase(CacheSignals.removals(cache));
    }

    private static Finding finding(String cache, RuleContext context) {
        Window window = context.window();
        double messages = window.rateIfKnown(CacheSignals.stores("work")).orElse(0);
        double writes = window.rateIfKnown(HttpSignals.ADMIN_WRITES).orElse(0);
        return new Finding(
                messages >= MESSAGES.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("cache." + cache + ".removals.share", share(cache, window), SHARE),
                        Observation.of("cache.work.stores.rate", messages, MESSAGES),
                        Observation.of("http.server.admin.writes.rate", writes, "requests per second")),
                "The cache \"" + cache + "\" loses an entry to a change for every "
                        + Figures.number(1 / share(cache, window)) + " reads, with " + Figures.number(writes)
                        + " administrative writes a second. Put such writes together, do not write attributes at each login, and "
                        + "let migrations run on nodes of their own.",
                Confidence.MEDIUM,
                null);
    }
}
