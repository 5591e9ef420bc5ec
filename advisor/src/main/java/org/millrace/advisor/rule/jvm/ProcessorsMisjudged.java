package org.millrace.advisor.rule.jvm;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
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

/** The JVM takes the machine to have other processors than it may use. */
public final class ProcessorsMisjudged implements Rule {

    private static final Threshold DIFFERENCE = new Threshold(
            "processors the JVM sees by those it may use",
            2,
            "ratio",
            "Threads, event loops, collectors and the limit of concurrent password hashes are counted by them");

    private static final Threshold REQUESTED = new Threshold(
            "processors the JVM sees by those requested, without a quota",
            4,
            "ratio",
            "Other containers may use all processors but those requested; a few more are useful while they do not");

    /** Processors in addition to the request that are sometimes available. */
    private static final double BURST = 2;

    /** With a single processor every collection is in the way of every request. */
    private static final double LEAST = 2;

    private static final RuleCard CARD = new RuleCard(
            RuleId.PROCESSORS_MISJUDGED,
            "The JVM's processor count does not match its limit",
            Lane.HYGIENE,
            "With more processors than its quota, the JVM starts more threads than can run in parallel, and is throttled. Pinned to "
                    + "fewer, it leaves some unused. Without a quota it counts all of the machine's, of which it may get no more "
                    + "than it has requested.",
            List.of(JvmSignals.PROCESSORS),
            List.of(DIFFERENCE, REQUESTED),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts-threads"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        OptionalDouble quota = window.latestIfKnown(CgroupSignals.CPU_QUOTA);
        OptionalDouble request = window.number(StatedSettings.CPU_REQUEST);
        if (quota.isPresent()) {
            return byQuota(context, Math.max(1, Math.ceil(quota.getAsDouble())));
        }
        return request.orElse(0) > 0
                ? byRequest(context, request.getAsDouble())
                : new Verdict.Skipped(List.of(CgroupSignals.CPU_QUOTA));
    }

    private static Verdict byQuota(RuleContext context, double quota) {
        Window window = context.window();
        double seen = window.latest(JvmSignals.PROCESSORS);
        double ratio = Math.max(seen / quota, quota / seen);
        return ratio < DIFFERENCE.in(context) || Math.abs(seen - quota) <= 1
                ? Verdict.healthy()
                : finding(
                        List.of(
                                Observation.of("system.cpu.count.by.quota", ratio, DIFFERENCE),
                                Observation.of(JvmSignals.PROCESSORS.name(), seen, "cores"),
                                Observation.of(CgroupSignals.CPU_QUOTA.name(), quota, "cores")),
                        "The JVM counts " + Figures.count(seen, "processor") + ", and may use " + Figures.number(quota)
                                + ". Set the number of processors to the quota.",
                        count(window, quota));
    }

    private static Verdict byRequest(RuleContext context, double request) {
        Window window = context.window();
        double seen = window.latest(JvmSignals.PROCESSORS);
        double to = Math.max(LEAST, Math.ceil(BURST * request));
        return seen / request < REQUESTED.in(context) || seen - to <= 1
                ? Verdict.healthy()
                : finding(
                        List.of(
                                Observation.of("system.cpu.count.by.request", seen / request, REQUESTED),
                                Observation.of(JvmSignals.PROCESSORS.name(), seen, "cores"),
                                Observation.of(StatedSettings.CPU_REQUEST.name(), request, "cores")),
                        "The JVM counts " + Figures.count(seen, "processor") + ", and has requested "
                                + Figures.number(request)
                                + ". Its collectors, event loops, request threads and concurrent password hashes are sized "
                                + "for processors that it may not get. Set it to twice the request, unless the "
                                + "machine is dedicated.",
                        count(window, to));
    }

    private static Step count(Window window, double to) {
        double now = window.number(JvmSettings.ACTIVE_PROCESSORS).orElse(-1);
        return new Step(
                Step.Kind.JVM_OPTION,
                "-XX:ActiveProcessorCount",
                now > 0 ? Integer.toString((int) now) : null,
                Integer.toString((int) to));
    }

    private static Finding finding(List<Observation> observed, String why, Step step) {
        return new Finding(
                Severity.WARNING, observed, why, Confidence.HIGH, new Change(List.of(step), true, Change.Risk.LOW));
    }
}
