package org.millrace.advisor.rule.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.StatedSettings;
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

/** The way nodes find each other is not what their number needs. */
public final class CacheModeUnfit implements Rule {

    private static final Set<String> DEPRECATED =
            Set.of("kubernetes", "ec2", "azure", "google", "udp", "tcp", "jdbc-ping-udp");

    private static final Threshold LASTING = new Threshold(
            "seconds with several nodes",
            60,
            "seconds",
            "A node that is replaced during a rolling update overlaps with the new one for less");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CACHE_MODE_MISCONFIGURED,
            "The cache mode does not fit the cluster",
            Lane.SAFETY,
            "Local caches on several nodes return stale data: a revoked role remains valid on the node that "
                    + "received no invalidation. The stacks for certain clouds are deprecated: with the stack jdbc-ping, nodes discover each "
                    + "other through the database.",
            List.of(KeycloakSettings.CACHE, KeycloakSettings.PROFILE),
            List.of(LASTING),
            List.of("https://www.keycloak.org/server/caching"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean local = window.setting(KeycloakSettings.CACHE).is("local");
        Duration several = NodesAtDatabase.moreThan(window, snapshot -> 1);
        if (local && !several.isZero() && several.compareTo(LASTING.duration(context)) >= 0) {
            return seen(window, several);
        }
        if (local && window.number(StatedSettings.MAX_NODES).orElse(1) > 1) {
            return local(List.of(), "there may be several nodes");
        }
        Optional<String> stack = window.settings()
                .find(KeycloakSettings.CACHE_STACK)
                .flatMap(Setting::text)
                .filter(DEPRECATED::contains);
        return local || stack.isEmpty() ? Verdict.healthy() : deprecated(stack.get());
    }

    private static Finding seen(Window window, Duration several) {
        double nodes = NodesAtDatabase.latest(window);
        return local(
                List.of(
                        Observation.of("cluster.nodes.at.database", nodes, "nodes"),
                        Observation.of("cluster.nodes.several.last.run", several.toMillis() / 1e3, LASTING)),
                Figures.count(nodes, "node") + " use the database");
    }

    private static Finding local(List<Observation> observed, String nodes) {
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.CACHE.name(), "local", "ispn");
        return new Finding(
                Severity.CRITICAL,
                observed,
                "The caches are local, and " + nodes + ": use cache=ispn.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.MEDIUM));
    }

    private static Finding deprecated(String stack) {
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.CACHE_STACK.name(), stack, null);
        return new Finding(
                Severity.WARNING,
                List.of(),
                "cache-stack " + stack
                        + " is deprecated: unset it, and nodes find each other through the database. All nodes "
                        + "must change at once.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.MEDIUM));
    }
}
