package org.millrace.advisor.rule.cache;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.LoadSignals;
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
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.HeapRoom;

/** More applications are in use than the caches hold. */
public final class CachesManyClients implements Rule {

    private static final Threshold FULL = new Threshold(
            "entries by maximum", 0.95, "ratio", "Eviction starts at the maximum; the size read wavers a little");

    private static final Threshold GRANTS = new Threshold(
            "client credential grants a second",
            20,
            "grants per second",
            "Fewer do not use thousands of clients in the same minutes");

    private static final Threshold EVICTIONS = new Threshold(
            "evictions a second", 1, "entries per second", "Fewer cost the database one read a second at most");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CACHES_MANY_CLIENTS,
            "More clients are in use than the caches hold",
            Lane.CAPACITY,
            "Beyond 2500 clients in use, their data and their service accounts do not fit into caches of 10,000 entries. "
                    + "Keycloak's guide adds two entries of the users' and four of the realms' cache for each client.",
            List.of(
                    CacheSignals.entries("realms"),
                    CacheSignals.maxEntries("realms"),
                    CacheSignals.evictions("realms"),
                    LoadSignals.CLIENT_LOGINS),
            List.of(FULL, GRANTS, EVICTIONS),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"),
            Causality.none().leadingTo(RuleId.ENTITY_CACHE_TOO_SMALL));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double max = window.latest(CacheSignals.maxEntries("realms"));
        double full = window.latest(CacheSignals.entries("realms")) / max;
        double evictions = window.rate(CacheSignals.evictions("realms"));
        double grants = window.rate(LoadSignals.CLIENT_LOGINS);
        return full < FULL.in(context) || grants < GRANTS.in(context) || evictions < EVICTIONS.in(context)
                ? Verdict.healthy()
                : finding(window, max, evictions, grants);
    }

    private static Finding finding(Window window, double max, double evictions, double grants) {
        List<Step> steps = larger(window, max);
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("cache.realms.evictions.rate", evictions, EVICTIONS),
                        Observation.of("keycloak.user.events.client_login.rate", grants, GRANTS)),
                "With " + Figures.number(grants)
                        + " client credential grants a second the cache of realms and clients is full and "
                        + "evicts " + Figures.number(evictions)
                        + " entries a second. Count the clients that are in use; "
                        + "each takes four entries there, and two among the users."
                        + (steps.isEmpty() ? " The heap has no room for them: give it that first." : ""),
                Confidence.MEDIUM,
                steps.isEmpty() ? null : new Change(steps, true, Change.Risk.LOW));
    }

    /** None if the heap has no room for them. */
    private static List<Step> larger(Window window, double max) {
        HeapRoom room = HeapRoom.in(window);
        double realms = room.size(max, 2 * max);
        if (realms <= max) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        steps.add(CacheUse.resize("realms", max, realms));
        double from = window.latestIfKnown(CacheSignals.maxEntries("users")).orElse(0);
        double users = room.without(realms - max).size(from, 1.5 * from);
        if (users > from) {
            steps.add(CacheUse.resize("users", from, users));
        }
        return steps;
    }
}
