package org.millrace.advisor.rule.host;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.millrace.advisor.model.HostSettings;
import org.millrace.advisor.model.HostSignals;
import org.millrace.advisor.model.Setting;
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

/** The machine's processors are given to others, or only lent. */
public final class ProcessorsStolen implements Rule {

    private static final Threshold STOLEN = new Threshold(
            "stolen processor time", 0.05, "ratio", "One twentieth is beyond what neighbours do by chance");

    private static final Threshold MUCH =
            new Threshold("stolen processor time, critical", 0.1, "ratio", "Latencies then depend on the neighbours");

    private static final RuleCard CARD = new RuleCard(
            "KC-SIZ-012",
            "Processors are stolen or only lent",
            Lane.SATURATION,
            "A hypervisor that gives the processors to others stops all threads at once. Burstable instances do that on purpose "
                    + "once their credits are used up: load tests on them collapse at 60 % and do not recover.",
            List.of(HostSignals.CPU_TICKS, HostSignals.STOLEN_TICKS),
            List.of(STOLEN, MUCH),
            List.of("https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/burstable-performance-instances.html"));

    private static final Pattern BURSTABLE =
            Pattern.compile("(?:t[1234][a-z]?|B\\d+\\w*)[.-].*|.*\\bt[234]a?\\.\\w+.*");

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double all = window.increase(HostSignals.CPU_TICKS);
        double share = all > 0 ? window.increase(HostSignals.STOLEN_TICKS) / all : 0;
        Optional<String> burstable = window.settings()
                .find(HostSettings.PRODUCT)
                .flatMap(Setting::text)
                .filter(product -> BURSTABLE.matcher(product).matches());
        if (share >= STOLEN.in(window)) {
            return stolen(window, share, burstable);
        }
        return burstable.<Verdict>map(ProcessorsStolen::lent).orElse(Verdict.healthy());
    }

    private static Finding stolen(Window window, double share, Optional<String> burstable) {
        return new Finding(
                share >= MUCH.in(window) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of("host.cpu.stolen.share", share, STOLEN)),
                Figures.percent(share) + " of the processor time went to other machines of the host. "
                        + burstable
                                .map(product -> "A " + product + " is burstable: its credits are used up.")
                                .orElse("Move to a host that is not overbooked, or to dedicated processors."),
                Confidence.HIGH,
                null);
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
