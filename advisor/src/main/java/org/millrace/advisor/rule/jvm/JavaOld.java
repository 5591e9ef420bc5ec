package org.millrace.advisor.rule.jvm;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.JvmSettings;
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

/** Keycloak's figures were measured on a newer Java. */
public final class JavaOld implements Rule {

    private static final Threshold REFERENCE = new Threshold(
            "Java version", 21, "version", "The version of the guide's tests, and the first with virtual threads");

    private static final RuleCard CARD = new RuleCard(
            RuleId.JAVA_OLD,
            "The Java version is below the reference",
            Lane.HYGIENE,
            "The sizing guide's tests ran on OpenJDK 21. From it on, Infinispan and JGroups use virtual threads, which no pool "
                    + "bounds.",
            List.of(JvmSettings.VERSION),
            List.of(REFERENCE),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double version = window.number(JvmSettings.VERSION).orElse(Double.MAX_VALUE);
        return version >= REFERENCE.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(Observation.of(JvmSettings.VERSION.name(), version, REFERENCE)),
                        "The server runs on Java " + Figures.number(version) + ". Keycloak's container image has 21.",
                        Confidence.HIGH,
                        null);
    }
}
