package org.millrace.advisor.rule.host;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HostSignals;
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

/** The kernel has no random numbers to give. */
public final class EntropyLow implements Rule {

    private static final Threshold ENTROPY = new Threshold(
            "entropy", 200, "bits", "Kernels from 5.18 on always say 256, and do not wait; older ones do below this");

    private static final RuleCard CARD = new RuleCard(
            RuleId.ENTROPY_LOW,
            "The kernel has little entropy",
            Lane.HYGIENE,
            "Old kernels let readers of random numbers wait until enough noise was collected, which on a virtual machine takes "
                    + "long. Tokens and TLS need them.",
            List.of(HostSignals.ENTROPY),
            List.of(ENTROPY),
            List.of("https://man7.org/linux/man-pages/man4/random.4.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double most = window.max(HostSignals.ENTROPY);
        return most >= ENTROPY.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(Observation.of(HostSignals.ENTROPY.name(), most, ENTROPY)),
                        "The kernel had at most " + Figures.number(most)
                                + " bits of entropy all the time. Use a newer kernel, " + "virtio-rng or rng-tools.",
                        Confidence.LOW,
                        null);
    }
}
