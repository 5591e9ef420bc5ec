package org.millrace.advisor.rule.jvm;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Options of the JVM that replace Keycloak's, or do not belong into production. */
public final class JvmOptionsUnfit implements Rule {

    private static final Threshold FIXED_HEAP = new Threshold(
            "heap that is taken at start",
            16.0 * 1024 * 1024 * 1024,
            "bytes",
            "Right for a bulk job with a machine of its own, not for a server that shares one");

    private static final RuleCard CARD = new RuleCard(
            RuleId.JVM_OPTIONS_MISCONFIGURED,
            "JVM options are not meant for production",
            Lane.HYGIENE,
            "JAVA_OPTS replaces what Keycloak's start script sets: the collector, the share of memory for the heap, the limit of "
                    + "the metaspace. JAVA_OPTS_APPEND and JAVA_OPTS_KC_HEAP add to it. A debugger's port gives access to everyone who "
                    + "reaches it.",
            List.of(JvmSettings.JAVA_OPTS, JvmSettings.DEBUG_ADDRESS),
            List.of(FIXED_HEAP),
            List.of("https://www.keycloak.org/server/configuration#_using_java_opts"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<String> debugger = window.setting(JvmSettings.DEBUG_ADDRESS).text();
        if (debugger.isPresent()) {
            boolean open = debugger.get().startsWith("*") || debugger.get().startsWith("0.0.0.0");
            return finding(
                    open ? Severity.CRITICAL : Severity.WARNING,
                    "A debugger can connect at " + debugger.get() + (open ? ", from anywhere" : "")
                            + ": start without it.");
        }
        if (window.setting(JvmSettings.JAVA_OPTS).text().isPresent()) {
            return finding(
                    Severity.INFO,
                    "JAVA_OPTS is set, so Keycloak's own options for collector, heap and metaspace are not: use "
                            + "JAVA_OPTS_APPEND.");
        }
        double initial = window.number(JvmSettings.INITIAL_HEAP).orElse(0);
        boolean fixed = initial >= FIXED_HEAP.in(context)
                && initial == window.number(JvmSettings.MAX_HEAP).orElse(0)
                && window.settings()
                        .find(JvmSettings.ALWAYS_PRE_TOUCH)
                        .filter(option -> option.is("true"))
                        .isPresent();
        return fixed
                ? finding(
                        Severity.INFO,
                        "All of a large heap is taken at start, as for a bulk job. For a server leave it to "
                                + "MaxRAMPercentage.")
                : Verdict.healthy();
    }

    private static Finding finding(Severity severity, String why) {
        return new Finding(severity, List.of(), why, Confidence.HIGH, null);
    }
}
