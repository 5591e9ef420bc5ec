package org.millrace.advisor.rule.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
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
import org.millrace.advisor.rule.analysis.HeapRoom;

/** Sessions are often missing from the cache of the node that needs them. */
public final class SessionCacheMissing implements Rule {

    private static final Threshold HITS =
            new Threshold("hits by reads", 0.7, "ratio", "Each miss is a read of the database, for every refresh");

    private static final Threshold FULL = new Threshold(
            "entries by maximum", 0.95, "ratio", "Below, the sessions are on another node, and size is not what lacks");

    private static final Threshold READS =
            new Threshold("reads in the window", 1000, "reads", "Fewer make the rate a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SESSION_CACHE_MISSING,
            "A session cache is too small",
            Lane.HYGIENE,
            "Sessions are in the database; each node keeps 10,000 of them in memory, and as many of their clients; of offline "
                    + "sessions likewise. With more in use, refreshes read them again and again.",
            List.of(
                    CacheSignals.hits("sessions"),
                    CacheSignals.misses("sessions"),
                    CacheSignals.entries("sessions"),
                    CacheSignals.maxEntries("sessions")),
            List.of(HITS, FULL, READS),
            List.of("https://www.keycloak.org/server/caching"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return CacheSignals.SESSION_CACHES.stream()
                .filter(name -> isKnown(name, window))
                .map(name -> CacheUse.of(name, window))
                .filter(cache -> isTooSmall(cache, context))
                .min(Comparator.comparing(CacheUse::hits))
                .<Verdict>map(cache -> finding(cache, window))
                .orElse(Verdict.healthy());
    }

    private static boolean isKnown(String cache, Window window) {
        return Stream.of(
                        CacheSignals.hits(cache),
                        CacheSignals.misses(cache),
                        CacheSignals.entries(cache),
                        CacheSignals.maxEntries(cache))
                .allMatch(window::has);
    }

    private static Finding finding(CacheUse cache, Window window) {
        List<Step> steps = larger(cache, window);
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("cache." + cache.name() + ".hit.ratio", cache.hits(), HITS),
                        Observation.of("cache." + cache.name() + ".entries.share", cache.fullness(), FULL)),
                "The cache \"" + cache.name() + "\" is full and answers " + Figures.percent(cache.hits())
                        + " of the reads. "
                        + (steps.isEmpty()
                                ? "The heap has no room for a larger one: give it that first"
                                : "Twice the size, of it and of the one that is read along with it, costs some tens of megabytes")
                        + "; requests of a session that go to the same node help as much.",
                Confidence.MEDIUM,
                steps.isEmpty() ? null : new Change(steps, true, Change.Risk.LOW));
    }

    /** It and the one that is read along with it, as far as the heap has room. */
    private static List<Step> larger(CacheUse cache, Window window) {
        List<Step> steps = new ArrayList<>();
        HeapRoom room = HeapRoom.in(window);
        for (String other : CacheSignals.SESSION_CACHES) {
            double from = window.latestIfKnown(CacheSignals.maxEntries(other)).orElse(0);
            double to = isOffline(other) == isOffline(cache.name()) ? room.size(from, 2 * from) : from;
            if (to > from) {
                steps.add(CacheUse.resize(other, from, to));
                room = room.without(to - from);
            }
        }
        return steps;
    }

    /** Sessions and their clients are read together, and so are offline sessions and theirs. */
    private static boolean isOffline(String cache) {
        return cache.startsWith("offline");
    }

    private static boolean isTooSmall(CacheUse cache, RuleContext context) {
        return cache.reads() >= READS.in(context)
                && cache.hits() < HITS.in(context)
                && cache.fullness() >= FULL.in(context);
    }
}
