package org.millrace.advisor.rule.hashing;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
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

/** Hashes that run at the same time take a large part of the heap. */
public final class HashMemoryLarge implements Rule {

    private static final Threshold SHARE = new Threshold(
            "memory of hashes at once by greatest heap", 0.15, "ratio", "More, and logins alone drive the collector");

    /** Of Argon2 by default, for each password. */
    private static final double BYTES_PER_HASH = 7.0 * 1024 * 1024;

    private static final RuleCard CARD = new RuleCard(
            "KC-HASH-003",
            "Concurrent hashes take much of the heap",
            Lane.HYGIENE,
            "As many hashes run at once as there are processors, and each takes 7 MiB by default. On a machine of many processors "
                    + "with a small heap that is a large part of it.",
            List.of(JvmSignals.PROCESSORS, JvmSignals.HEAP_MAX),
            List.of(SHARE),
            List.of("https://www.keycloak.org/server/all-provider-config"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double processors = window.latest(JvmSignals.PROCESSORS);
        double share = processors * BYTES_PER_HASH / window.latest(JvmSignals.HEAP_MAX);
        return share <= SHARE.in(window) ? Verdict.healthy() : finding(processors, share);
    }

    private static Finding finding(double processors, double share) {
        int to = (int) Math.max(1, Math.floor(processors / 2));
        Step step = new Step(Step.Kind.OPTION, "spi-password-hashing--argon2--cpu-cores", null, Integer.toString(to));
        return new Finding(
                Severity.INFO,
                List.of(Observation.of("jvm.heap.hashing.share", share, SHARE)),
                Figures.count(processors, "password") + " hashed at once take " + Figures.percent(share)
                        + " of the heap. Give it more memory, or let fewer be hashed at once.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
