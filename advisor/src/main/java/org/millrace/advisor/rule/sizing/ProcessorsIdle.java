package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.model.Window;
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

/** The node has had far more processors than it used, for weeks. */
public final class ProcessorsIdle implements Rule {

    private static final Threshold UPTIME =
            new Threshold("uptime", 14 * 86_400, "seconds", "Two weeks hold the days on which more is needed");

    private static final Threshold MEAN = new Threshold(
            "mean use since the start", 0.05, "ratio", "A peak of six times the mean would still be below a third");

    private static final Threshold NOW = new Threshold(
            "busiest minute", 0.3, "ratio", "The load test that prompted this halved its machines at 30 %");

    private static final RuleCard CARD = new RuleCard(
            RuleId.PROCESSORS_IDLE,
            "Far more processors than are used",
            Lane.HYGIENE,
            "Headroom is for peaks, starts and lost nodes: two and a half times the demand by Keycloak's guide. Twenty times is "
                    + "money.",
            List.of(JvmSignals.UPTIME, JvmSignals.CPU_TIME, JvmSignals.PROCESSORS),
            List.of(UPTIME, MEAN, NOW),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double uptime = window.latest(JvmSignals.UPTIME);
        double processors = Processors.available(window).orElse(1);
        double mean = window.latest(JvmSignals.CPU_TIME) / uptime / processors;
        double now = NodeDemand.used(window) / processors;
        return uptime < UPTIME.in(context) || mean >= MEAN.in(context) || now >= NOW.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(
                                Observation.of("process.cpu.share.since.start", mean, MEAN),
                                Observation.of("process.cpu.share.busiest.minute", now, NOW)),
                        "In " + Figures.number(uptime / 86_400) + " days " + Figures.percent(mean) + " of "
                                + Figures.count(processors, "processor")
                                + " were used on average. If the coming months bring no "
                                + "more, request fewer, or run a node less, as long as three are left.",
                        Confidence.LOW,
                        null);
    }
}
