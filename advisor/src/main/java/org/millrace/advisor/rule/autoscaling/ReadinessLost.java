package org.millrace.advisor.rule.autoscaling;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
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
import org.millrace.advisor.rule.analysis.QueueWait;

/** Nodes take long to be ready, or lose their readiness under load. */
public final class ReadinessLost implements Rule {

    private static final Threshold READY = new Threshold(
            "time to ready", 60, "seconds", "A wave of logins is over before a node that takes longer can help");

    private static final Threshold DARK = new Threshold(
            "longest run of all threads busy",
            30,
            "seconds",
            "Three checks ten seconds apart, the usual number before an orchestrator or a load balancer gives a node up");

    private static final RuleCard CARD = new RuleCard(
            RuleId.READINESS_LOST,
            "Nodes are slow to be ready or lose readiness",
            Lane.SATURATION,
            "Readiness is answered by the threads that serve users. A node whose threads are all busy fails its checks, is taken out of "
                    + "the load balancer, and the others get its load on top: in the AWS article four of twelve nodes at a time.",
            List.of(JvmSignals.TIME_TO_READY, ThreadSignals.UTILISATION, ThreadSignals.QUEUE),
            List.of(READY, DARK, QueueWait.NOTICED),
            List.of(
                    "https://www.keycloak.org/observability/health",
                    "https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/"),
            Causality.at(Station.USERS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Duration dark = window.longestRun(snapshot -> snapshot.matches(ThreadSignals.UTILISATION, used -> used >= 1)
                && snapshot.matches(ThreadSignals.QUEUE, queued -> queued >= 1));
        if (dark.compareTo(DARK.duration(context)) >= 0 && !QueueWait.isShortForProbes(context, dark)) {
            return lost(window, dark.toMillis() / 1e3);
        }
        double ready = window.latest(JvmSignals.TIME_TO_READY);
        return ready >= READY.in(context)
                ? slow(window, ready)
                : Verdict.healthyOver(context, ThreadSignals.UTILISATION, DARK);
    }

    private static Finding lost(Window window, double seconds) {
        OptionalDouble most = window.maxIfKnown(ClusterSignals.SIZE);
        double gone = most.isPresent() ? most.getAsDouble() - window.latest(ClusterSignals.SIZE) : 0;
        return new Finding(
                gone >= 1 ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("request.threads.all.busy.longest.run", seconds, DARK),
                        Observation.of("cluster.size.lost", gone, "nodes")),
                "For " + Figures.time(seconds)
                        + " every request thread was busy and requests waited, /health/ready among them: a "
                        + "readiness probe then reports this node as unavailable"
                        + (gone >= 1 ? ", and the cluster has lost " + Figures.count(gone, "node") + " meanwhile" : "")
                        + ". Bound the queue (http-max-queued-requests), give probes failureThreshold 3 or more and a timeout of 10 "
                        + "seconds, and let no liveness probe ask for readiness.",
                Confidence.MEDIUM,
                null);
    }

    private static Finding slow(Window window, double ready) {
        boolean scaled = window.number(StatedSettings.SCALE_OUT_CPU).isPresent();
        return new Finding(
                        scaled ? Severity.WARNING : Severity.INFO,
                        List.of(Observation.of(JvmSignals.TIME_TO_READY.name(), ready, READY)),
                        "This node was ready " + Figures.time(ready)
                                + " after its start. Start an image that was built (kc.sh start --optimized), without CPU limits that "
                                + "its start runs into, and check it with a startupProbe until it is ready.",
                        Confidence.HIGH,
                        null)
                .withoutSymptom();
    }
}
