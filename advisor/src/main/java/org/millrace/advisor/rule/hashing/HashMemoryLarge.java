package org.millrace.advisor.rule.hashing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
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

/** Hashes that run at the same time take a large part of the heap. */
public final class HashMemoryLarge implements Rule {

    private static final Threshold SHARE = new Threshold(
            "memory of concurrent hashes by maximum heap", 0.15, "ratio", "More, and logins alone drive the collector");

    /** Of Argon2 by default, for each password, in kibibytes. */
    private static final double DEFAULT_MEMORY = 7168;

    private static final RuleCard CARD = new RuleCard(
            RuleId.HASH_MEMORY_LARGE,
            "Concurrent hashes take much of the heap",
            Lane.HYGIENE,
            "As many hashes run in parallel as there are processors, and each takes 7 MiB by default, or as much as it was made with. On a "
                    + "machine of many processors with a small heap that is a large part of it.",
            List.of(JvmSignals.PROCESSORS, JvmSignals.HEAP_MAX),
            List.of(SHARE),
            List.of("https://www.keycloak.org/server/all-provider-config"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double atOnce = window.number(KeycloakSettings.ARGON2_CPU_CORES).orElse(window.latest(JvmSignals.PROCESSORS));
        double bytes = bytesPerHash(window);
        double share = atOnce * bytes / window.latest(JvmSignals.HEAP_MAX);
        return share <= SHARE.in(context) ? Verdict.healthy() : finding(window, atOnce, bytes, share);
    }

    /** Of what new passwords are made with and what those were that have been checked, the greater. */
    private static double bytesPerHash(Window window) {
        double made = 1024 * window.number(KeycloakSettings.ARGON2_MEMORY).orElse(DEFAULT_MEMORY);
        return Math.max(made, window.maxIfKnown(LoadSignals.HASH_MEMORY).orElse(0));
    }

    private static Finding finding(Window window, double atOnce, double bytes, double share) {
        int to = (int) Math.max(1, Math.floor(atOnce / 2));
        @Nullable
        String from = window.settings()
                .find(KeycloakSettings.ARGON2_CPU_CORES)
                .flatMap(Setting::text)
                .orElse(null);
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.ARGON2_CPU_CORES.name(), from, Integer.toString(to));
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of("jvm.heap.hashing.share", share, SHARE),
                        Observation.of(LoadSignals.HASH_MEMORY.name(), bytes, "bytes")),
                Figures.count(atOnce, "password") + " hashed in parallel, with " + Figures.bytes(bytes) + " each, take "
                        + Figures.percent(share) + " of the heap. Give it more memory, or limit parallel hashes.",
                Confidence.MEDIUM,
                atOnce > to ? new Change(List.of(step), true, Change.Risk.LOW) : null);
    }
}
