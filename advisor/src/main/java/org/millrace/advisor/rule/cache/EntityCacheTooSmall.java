package org.millrace.advisor.rule.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
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
import org.millrace.advisor.rule.analysis.HeapRoom;

/** A cache of database entries evicts entries that are soon requested again. */
public final class EntityCacheTooSmall implements Rule {

    private static final Threshold FULL = new Threshold(
            "entries by maximum", 0.95, "ratio", "Eviction starts at the maximum; the size read wavers a little");

    private static final Threshold EVICTIONS = new Threshold(
            "evictions a second", 1, "entries per second", "Fewer cost the database one read a second at most");

    private static final Threshold HITS =
            new Threshold("hits by reads", 0.9, "ratio", "Below, more than one read in ten goes to the database");

    private static final Threshold READS =
            new Threshold("reads in the window", 1000, "reads", "Fewer make the hit rate a matter of chance");

    /** Who is looked up less often is evicted first, so the last entries bring few hits. */
    private static final double MOST_TIMES = 10;

    /** Some entries account for most of the hits: the cache holds a smaller share of the entries than its hit ratio. */
    private static final double MARGIN = 2;

    private static final RuleCard CARD = new RuleCard(
            RuleId.ENTITY_CACHE_TOO_SMALL,
            "An entity cache is too small",
            Lane.SATURATION,
            "Entries that are evicted and read again cost database reads on every login. The caches of users, realms "
                    + "and authorization data are bounded by a number of entries. A cache that answers a third of the reads "
                    + "holds less than a third of the working set, because some entries are requested very often. The size "
                    + "proposed is twice the value by hit ratio, at most ten times the present one, and limited by the free "
                    + "heap, which all larger caches of a report share: the first finding gets the room.",
            inputs(),
            List.of(FULL, EVICTIONS, HITS, READS),
            List.of("https://www.keycloak.org/server/caching"),
            Causality.at(Station.CACHES)
                    .leadingTo(
                            RuleId.DATABASE_PROCESSORS_SATURATED,
                            RuleId.TOO_MANY_ACTIVE_SESSIONS,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED)
                    .leadingToOnSharedProcessors(RuleId.TOO_MANY_THREADS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<Cache> worst = CacheSignals.ENTITY_CACHES.stream()
                .map(name -> Cache.of(name, window))
                .filter(cache -> cache.isTooSmall(context))
                .min(Comparator.comparing(cache -> cache.use().hits()));
        return worst.<Verdict>map(cache -> finding(cache, window)).orElse(Verdict.healthy());
    }

    private static Finding finding(Cache cache, Window window) {
        CacheUse use = cache.use();
        int from = (int) use.maxEntries();
        int to = (int) HeapRoom.in(window).size(from, cache.wanted());
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(CacheSignals.entries(use.name()).name() + ".share", use.fullness(), FULL),
                        Observation.of(
                                CacheSignals.evictions(use.name()).name() + ".rate", cache.evictions(), EVICTIONS),
                        Observation.of("cache." + use.name() + ".hit.ratio", use.hits(), HITS)),
                "The cache \"" + use.name() + "\" is full, evicts " + Figures.number(cache.evictions())
                        + " entries a second and answers " + Figures.percent(use.hits())
                        + " of the reads. "
                        + (to > from
                                ? "Each further entry costs a few kilobytes of heap."
                                : "The heap has no room for a larger one: give it that first."),
                Confidence.MEDIUM,
                to > from ? new Change(List.of(CacheUse.resize(use.name(), from, to)), true, Change.Risk.LOW) : null);
    }

    private static List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        for (String cache : CacheSignals.ENTITY_CACHES) {
            inputs.add(CacheSignals.entries(cache));
            inputs.add(CacheSignals.maxEntries(cache));
            inputs.add(CacheSignals.hits(cache));
            inputs.add(CacheSignals.misses(cache));
            inputs.add(CacheSignals.evictions(cache));
        }
        return inputs;
    }

    private record Cache(CacheUse use, double evictions) {

        static Cache of(String name, Window window) {
            return new Cache(CacheUse.of(name, window), window.rate(CacheSignals.evictions(name)));
        }

        double wanted() {
            double share = Math.max(use.hits(), MARGIN / MOST_TIMES);
            return use.maxEntries() * Math.max(2, Math.round(MARGIN / share));
        }

        boolean isTooSmall(RuleContext context) {
            return use.reads() >= READS.in(context)
                    && use.fullness() >= FULL.in(context)
                    && evictions > EVICTIONS.in(context)
                    && use.hits() < HITS.in(context);
        }
    }
}
