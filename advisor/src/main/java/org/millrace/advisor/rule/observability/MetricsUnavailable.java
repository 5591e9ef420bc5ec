package org.millrace.advisor.rule.observability;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.model.Window;
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

/** Metrics and health checks wait behind users' requests. */
public final class MetricsUnavailable implements Rule {

    private static final Threshold SUSTAINED = new Threshold(
            "longest run of all threads busy",
            10,
            "seconds",
            "Scrapes and readiness checks time out after a few seconds");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HEALTH_ENDPOINTS_UNRESPONSIVE,
            "Metrics and health checks time out",
            Lane.SATURATION,
            "Metrics and readiness are answered by the same threads as users. When all are busy, monitoring sees nothing, and an "
                    + "orchestrator takes the node for dead. It is a symptom; this advisor's own endpoint on the management port "
                    + "answers meanwhile.",
            List.of(ThreadSignals.UTILISATION, ThreadSignals.QUEUE),
            List.of(SUSTAINED, QueueWait.NOTICED),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts-threads"),
            Causality.at(Station.USERS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Duration longest = window.longestRun(snapshot -> snapshot.matches(ThreadSignals.UTILISATION, used -> used >= 1)
                && snapshot.matches(ThreadSignals.QUEUE, queued -> queued >= 1));
        return QueueWait.isShortForProbes(context, longest) || longest.compareTo(SUSTAINED.duration(context)) < 0
                ? Verdict.healthyOver(context, ThreadSignals.UTILISATION, SUSTAINED)
                : new Finding(
                        Severity.WARNING,
                        List.of(Observation.of(
                                "request.threads.all.busy.longest.run", longest.toMillis() / 1e3, SUSTAINED)),
                        "For up to " + Figures.time(longest.toSeconds())
                                + " every request thread was busy and requests waited: "
                                + "/metrics and /health/ready waited with them. Cure the principal finding; bound the queue, and give "
                                + "probes a higher failureThreshold, so that a busy node is not restarted on top.",
                        Confidence.HIGH,
                        null);
    }
}
