package org.millrace.advisor.rule.jvm;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.CgroupSignals;
import org.millrace.advisor.model.JvmSettings;
import org.millrace.advisor.model.JvmSignals;
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

/** The JVM takes the machine to have other processors than it may use. */
public final class ProcessorsMisjudged implements Rule {

    private static final Threshold DIFFERENCE = new Threshold(
            "processors the JVM sees by those it may use",
            2,
            "ratio",
            "Threads, event loops, collectors and the limit of concurrent password hashes are counted by them");

    private static final RuleCard CARD = new RuleCard(
            "KC-JVM-004",
            "The JVM counts the wrong processors",
            Lane.HYGIENE,
            "With more processors than its quota, the JVM starts more threads than may run at once, and is throttled. Pinned to "
                    + "fewer, it leaves some unused.",
            List.of(JvmSignals.PROCESSORS, CgroupSignals.CPU_QUOTA),
            List.of(DIFFERENCE),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts-threads"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double seen = window.latest(JvmSignals.PROCESSORS);
        double quota = Math.max(1, Math.ceil(window.latest(CgroupSignals.CPU_QUOTA)));
        double ratio = Math.max(seen / quota, quota / seen);
        return ratio < DIFFERENCE.in(window) || Math.abs(seen - quota) <= 1
                ? Verdict.healthy()
                : finding(window, seen, quota, ratio);
    }

    private static Finding finding(Window window, double seen, double quota, double ratio) {
        String now = window.number(JvmSettings.ACTIVE_PROCESSORS).orElse(-1) > 0
                ? Integer.toString(
                        (int) window.number(JvmSettings.ACTIVE_PROCESSORS).orElse(0))
                : null;
        Step step = new Step(Step.Kind.JVM_OPTION, "-XX:ActiveProcessorCount", now, Integer.toString((int) quota));
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("system.cpu.count.by.quota", ratio, DIFFERENCE),
                        Observation.of(JvmSignals.PROCESSORS.name(), seen, "cores"),
                        Observation.of(CgroupSignals.CPU_QUOTA.name(), quota, "cores")),
                "The JVM counts " + Figures.count(seen, "processor") + ", and may use " + Figures.number(quota)
                        + ". Let it count what it may use.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
