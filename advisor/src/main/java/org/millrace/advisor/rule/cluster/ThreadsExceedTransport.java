package org.millrace.advisor.rule.cluster;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
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

/** All nodes' request threads together are more than the transport can answer at once. */
public final class ThreadsExceedTransport implements Rule {

    private static final Threshold TRANSPORT = new Threshold(
            "request threads of all nodes",
            200,
            "threads",
            "The size of JGroups' pool, which each of them may ask at once");

    private static final Threshold NEARLY = new Threshold(
            "largest size of the transport's pool, critical",
            180,
            "threads",
            "At its limit it drops messages, which are sent again, and time out in the end");

    private static final double VIRTUAL_THREADS = 21;
    private static final double CORES_FOR_VIRTUAL = 4;

    /** With fewer threads, some slow requests would occupy them all. */
    private static final int LEAST = 16;

    private static final RuleCard CARD = new RuleCard(
            RuleId.THREADS_EXCEED_TRANSPORT,
            "Request threads exceed the cluster's transport",
            Lane.CAPACITY,
            "With ordinary threads, JGroups answers other nodes from a pool of 200. When all nodes' request threads ask one node "
                    + "at once, messages are dropped beyond that. With Java 21 and four processors it uses virtual threads, "
                    + "which have no such limit.",
            List.of(ThreadSignals.MAX, ClusterSignals.SIZE, JvmSettings.VERSION, JvmSignals.PROCESSORS),
            List.of(TRANSPORT, NEARLY),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://github.com/keycloak/keycloak/issues/28466"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double nodes = window.latest(ClusterSignals.SIZE);
        double threads = window.latest(ThreadSignals.MAX);
        boolean virtual = window.number(JvmSettings.VERSION).orElse(0) >= VIRTUAL_THREADS
                && window.latest(JvmSignals.PROCESSORS) >= CORES_FOR_VIRTUAL;
        return virtual || nodes < 2 || nodes * threads <= TRANSPORT.in(context)
                ? Verdict.healthy()
                : finding(context, nodes, threads);
    }

    private static Finding finding(RuleContext context, double nodes, double threads) {
        Window window = context.window();
        double largest =
                window.maxIfKnown(ClusterSignals.LARGEST_TRANSPORT_THREADS).orElse(0);
        int to = Math.max(LEAST, (int) Math.floor(TRANSPORT.in(context) / nodes));
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.HTTP_POOL_MAX_THREADS.name(),
                Integer.toString((int) threads),
                Integer.toString(to));
        return new Finding(
                largest > NEARLY.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("request.threads.max.cluster", nodes * threads, TRANSPORT),
                        Observation.of(ClusterSignals.LARGEST_TRANSPORT_THREADS.name(), largest, NEARLY)),
                Figures.number(nodes) + " nodes have " + Figures.number(threads)
                        + " request threads each, and the transport of "
                        + "each node answers " + Figures.number(TRANSPORT.in(context))
                        + " requests of others at once. Fewer threads, "
                        + "or Java 21 on four processors.",
                Confidence.HIGH,
                to < threads ? new Change(List.of(step), true, Change.Risk.LOW) : null);
    }
}
