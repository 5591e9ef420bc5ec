package org.millrace.advisor.rule.cache;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.CacheSignals;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Sessions are often not in memory where they are asked for. */
public final class SessionCacheMissing implements Rule {

    private static final Threshold HITS =
            new Threshold("hits by reads", 0.7, "ratio", "Each miss is a read of the database, for every refresh");

    private static final Threshold FULL = new Threshold(
            "entries by maximum", 0.95, "ratio", "Below, the sessions are on another node, and size is not what lacks");

    private static final Threshold READS =
            new Threshold("reads in the window", 1000, "reads", "Fewer make the rate a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            "KC-CACHE-005",
            "The session cache is too small",
            Lane.HYGIENE,
            "Sessions are in the database; each node keeps 10,000 of them in memory. With more in use, refreshes read them again "
                    + "and again.",
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
    public Verdict evaluate(Window window) {
        double hits = window.increase(CacheSignals.hits("sessions"));
        double reads = hits + window.increase(CacheSignals.misses("sessions"));
        double max = window.latest(CacheSignals.maxEntries("sessions"));
        double full = window.latest(CacheSignals.entries("sessions")) / max;
        return reads < READS.in(window) || hits / reads >= HITS.in(window) || full < FULL.in(window)
                ? Verdict.healthy()
                : finding(hits / reads, max, full);
    }

    private static Finding finding(double hits, double max, double full) {
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.cacheMaxCount("sessions").name(),
                Integer.toString((int) max),
                Integer.toString((int) (2 * max)));
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("cache.sessions.hit.ratio", hits, HITS),
                        Observation.of("cache.sessions.entries.share", full, FULL)),
                "The session cache is full and answers " + Figures.percent(hits)
                        + " of the reads. Twice the size costs some tens "
                        + "of megabytes; requests of a session that go to the same node help as much.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
