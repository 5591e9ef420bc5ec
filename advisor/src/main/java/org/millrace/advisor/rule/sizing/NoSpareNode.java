package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
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
import org.millrace.advisor.rule.analysis.Processors;

/**
 * The remaining nodes could not carry the load after the loss of one node.
 *
 * <p>A single node is a warning and not critical, because the service still works. It is a note for installations that are
 * evidently no production: with local caches, or serving users directly without TLS. Two nodes are a note: two owners of each
 * cache entry survive the loss of one, and a third node matters during a restart.
 */
public final class NoSpareNode implements Rule {

    private static final Threshold LEFT = new Threshold(
            "processors without one node by those used",
            1,
            "ratio",
            "Below, the loss of one node overloads the others");

    private static final RuleCard CARD = new RuleCard(
            RuleId.NO_SPARE_NODE,
            "There is no capacity for losing a node",
            Lane.CAPACITY,
            "Nodes fail, and are restarted for every change. Prefer few larger nodes, but three of them: each one more costs some "
                    + "coordination, and connections to the database.",
            List.of(ClusterSignals.SIZE, JvmSignals.PROCESSORS, JvmSignals.CPU_TIME, KeycloakSettings.PROFILE),
            List.of(LEFT),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double nodes = window.latest(ClusterSignals.SIZE);
        if (window.setting(KeycloakSettings.PROFILE).is("dev")) {
            return Verdict.healthy();
        }
        if (nodes < 2) {
            return few(
                    isPlainlyATest(window) ? Severity.INFO : Severity.WARNING,
                    nodes,
                    "There is one node: while it restarts no login succeeds. Two nodes survive a restart, three the loss of a node during it.");
        }
        double used = NodeDemand.used(window) * nodes;
        double left = (nodes - 1) * Processors.available(window).orElse(1);
        if (left / Math.max(0.001, used) < LEFT.in(context)) {
            return finding(nodes, left, used);
        }
        double owners = window.latestIfKnown(CacheSignals.owners("authenticationSessions"))
                .orElse(0);
        return nodes < owners + 1
                ? few(
                        Severity.INFO,
                        nodes,
                        Figures.number(nodes)
                                + " nodes hold each authentication session: if one fails while another restarts, "
                                + "these sessions are lost. A third node survives that.")
                : Verdict.healthy();
    }

    private static Finding few(Severity severity, double nodes, String why) {
        return new Finding(
                severity,
                List.of(Observation.of(ClusterSignals.SIZE.name(), nodes, "nodes")),
                why,
                Confidence.HIGH,
                null);
    }

    private static boolean isPlainlyATest(Window window) {
        boolean alone = is(KeycloakSettings.CACHE, "local", window);
        boolean proxy = window.settings()
                .find(KeycloakSettings.PROXY_HEADERS)
                .flatMap(Setting::text)
                .isPresent();
        return alone || (is(KeycloakSettings.HTTP_ENABLED, "true", window) && !proxy);
    }

    private static boolean is(SettingName name, String value, Window window) {
        return window.settings().find(name).filter(setting -> setting.is(value)).isPresent();
    }

    private static Finding finding(double nodes, double left, double used) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("cluster.cpu.without.one.node", left / used, LEFT),
                        Observation.of(ClusterSignals.SIZE.name(), nodes, "nodes")),
                Figures.number(nodes) + " nodes use " + Figures.count(used, "core")
                        + " at their busiest, if all do as this one; "
                        + "without one of them there are " + Figures.number(left)
                        + ". Add a node or processors, and see KC-PG-002 "
                        + "for the connections it brings.",
                Confidence.MEDIUM,
                null);
    }
}
