package org.millrace.advisor.rule.cluster;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Entries are on one node only. */
public final class OwnersTooFew implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.OWNERS_TOO_FEW,
            "Entries would not survive the loss of a node",
            Lane.SAFETY,
            "Logins under way, action tokens and counts of wrong passwords are in memory alone, on as many nodes as own them. "
                    + "With one owner, each node that goes takes its share with it, a planned restart included.",
            List.of(ClusterSignals.SIZE, CacheSignals.owners("authenticationSessions")),
            List.of(),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double nodes = window.latest(ClusterSignals.SIZE);
        List<String> alone = CacheSignals.DISTRIBUTED_CACHES.stream()
                .filter(cache ->
                        window.latestIfKnown(CacheSignals.owners(cache)).orElse(2) < 2)
                .toList();
        return nodes < 2 || alone.isEmpty()
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        alone.stream()
                                .map(cache -> Observation.of(
                                        CacheSignals.owners(cache).name(), 1, "nodes"))
                                .toList(),
                        "Entries of " + String.join(", ", alone) + " are on one of " + Figures.number(nodes)
                                + " nodes only. Two owners are the default: take the change of the cache configuration back.",
                        Confidence.HIGH,
                        null);
    }
}
