package org.millrace.advisor.rule.jvm;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
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

/** Memory for classes or compiled code is nearly used up. */
public final class ClassMemoryFull implements Rule {

    private static final Threshold USED = new Threshold(
            "used by greatest size", 0.85, "ratio", "The remainder is soon used when a provider or a theme is added");

    private static final Threshold FULL =
            new Threshold("used by greatest size, critical", 0.95, "ratio", "The next classes end the process");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CLASS_MEMORY_FULL,
            "Metaspace is nearly full",
            Lane.CAPACITY,
            "Keycloak bounds the metaspace at 256 MB, of which it takes more than half at start. When it is full the process ends; "
                    + "when the code cache is full, new code runs uncompiled.",
            List.of(JvmSignals.METASPACE_USED, JvmSignals.METASPACE_MAX),
            List.of(USED, FULL),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-jvm"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double metaspace = window.latest(JvmSignals.METASPACE_USED) / window.latest(JvmSignals.METASPACE_MAX);
        double code = window.latestIfKnown(JvmSignals.CODE_CACHE_USED).orElse(0)
                / window.latestIfKnown(JvmSignals.CODE_CACHE_MAX).orElse(Double.POSITIVE_INFINITY);
        double used = Math.max(metaspace, code);
        return used < USED.in(context) ? Verdict.healthy() : finding(context, used, metaspace >= code);
    }

    private static Finding finding(RuleContext context, double used, boolean metaspace) {
        Window window = context.window();
        double megabytes = window.latest(JvmSignals.METASPACE_MAX) / 1024 / 1024;
        Step step = metaspace
                ? new Step(
                        Step.Kind.JVM_OPTION,
                        "-XX:MaxMetaspaceSize",
                        (long) megabytes + "m",
                        (long) (megabytes * 1.5) + "m")
                : new Step(Step.Kind.JVM_OPTION, "-XX:ReservedCodeCacheSize", null, "384m");
        return new Finding(
                used >= FULL.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of(metaspace ? "jvm.metaspace.share" : "jvm.code.cache.share", used, USED)),
                (metaspace ? "The metaspace" : "The code cache") + " is " + Figures.percent(used)
                        + " full. Raise its limit, and the memory limit with it.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
