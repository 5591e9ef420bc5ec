package org.millrace.advisor.rule.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.model.signal.HostSignals;
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

/** The machine's processors are given to others, or only lent. */
public final class ProcessorsStolen implements Rule {

    private static final Threshold STOLEN = new Threshold(
            "stolen processor time", 0.05, "ratio", "One twentieth is more than random interference by neighbours");

    private static final Threshold MUCH =
            new Threshold("stolen processor time, critical", 0.1, "ratio", "Latencies then depend on the neighbours");

    private static final Threshold SUSTAINED = new Threshold(
            "longest run of stolen time",
            90,
            "seconds",
            "A neighbour's burst passes; who is to move to another host wants to know that it does not");

    private static final Threshold WANTED = new Threshold(
            "processor time wanted",
            0.6,
            "ratio",
            "Below, processors were free, and the stolen time cost latency alone");

    private static final Duration SLICE = Duration.ofSeconds(30);

    private static final RuleCard CARD = new RuleCard(
            RuleId.CPU_STEAL,
            "CPU steal time is high",
            Lane.SATURATION,
            "A hypervisor that gives the processors to others stops all threads at once. Burstable instances do that on purpose "
                    + "once their credits are used up: load tests on them collapse at 60 % and do not recover. While processors are "
                    + "idle nonetheless, something else is the bottleneck.",
            List.of(HostSignals.CPU_TICKS, HostSignals.STOLEN_TICKS, HostSignals.WANTED_TICKS),
            List.of(STOLEN, MUCH, SUSTAINED, WANTED),
            List.of("https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/burstable-performance-instances.html"),
            Causality.at(Station.CPU)
                    .explaining(TimeCategory.PROCESSOR)
                    .leadingTo(
                            RuleId.CPU_THROTTLED,
                            RuleId.HASHING_BOUND,
                            RuleId.PAUSES_LONG,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.TOO_MANY_THREADS)
                    // More concurrency on processors that are not there only waits longer for them.
                    .holdingBackMoreConcurrency()
                    .holdingBack(RuleId.GC_OVERHEAD));

    private static final Pattern BURSTABLE =
            Pattern.compile("(?:t[1234][a-z]?|B\\d+\\w*)[.-].*|.*\\bt[234]a?\\.\\w+.*");

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<String> burstable = window.settings()
                .find(HostSettings.PRODUCT)
                .flatMap(Setting::text)
                .filter(product -> BURSTABLE.matcher(product).matches());
        List<Window> stolen = longestTheft(context);
        if (!stolen.isEmpty() && SLICE.multipliedBy(stolen.size()).toMillis() >= SUSTAINED.in(context) * 1000) {
            return stolen(context, stolen, burstable);
        }
        return burstable
                .<Verdict>map(ProcessorsStolen::lent)
                .orElse(Verdict.healthyOver(context, HostSignals.CPU_TICKS, SUSTAINED));
    }

    /** The most slices on end in which too much was stolen. */
    private static List<Window> longestTheft(RuleContext context) {
        Window window = context.window();
        List<Window> longest = List.of();
        List<Window> run = new ArrayList<>();
        for (Window slice : window.slices(SLICE)) {
            if (slice.has(HostSignals.CPU_TICKS)
                    && share(HostSignals.STOLEN_TICKS, List.of(slice)) >= STOLEN.in(context)) {
                run.add(slice);
                longest = run.size() > longest.size() ? List.copyOf(run) : longest;
            } else {
                run.clear();
            }
        }
        return longest;
    }

    private static Finding stolen(RuleContext context, List<Window> slices, Optional<String> burstable) {
        double share = share(HostSignals.STOLEN_TICKS, slices);
        double wanted = share(HostSignals.WANTED_TICKS, slices);
        Finding finding = new Finding(
                share >= MUCH.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("host.cpu.stolen.share", share, STOLEN),
                        Observation.of("host.cpu.wanted.share", wanted, WANTED)),
                Figures.percent(share) + " of the processor time went to other machines of the host. "
                        + burstable
                                .map(product -> "A " + product + " is burstable: its credits are used up.")
                                .orElse("Move to a host that is not overbooked, or to dedicated processors."),
                Confidence.HIGH,
                null);
        return wanted >= WANTED.in(context) ? finding : finding.withoutSymptom();
    }

    /** Of all processors' time. */
    private static double share(Signal ticks, List<Window> slices) {
        double all = increase(HostSignals.CPU_TICKS, slices);
        return all > 0 ? increase(ticks, slices) / all : 0;
    }

    private static double increase(Signal ticks, List<Window> slices) {
        return slices.stream().mapToDouble(slice -> slice.increase(ticks)).sum();
    }

    private static Finding lent(String product) {
        return new Finding(
                        Severity.INFO,
                        List.of(),
                        "The machine is a " + product
                                + ", which is burstable: its processors can be used in full for a time only. "
                                + "Measure nothing on it that is to hold for good.",
                        Confidence.LOW,
                        null)
                .withoutSymptom();
    }
}
