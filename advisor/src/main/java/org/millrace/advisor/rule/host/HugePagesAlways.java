package org.millrace.advisor.rule.host;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The kernel uses huge pages for everything, which databases do not like. */
public final class HugePagesAlways implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.HUGE_PAGES_ALWAYS,
            "Transparent huge pages are set to always",
            Lane.HYGIENE,
            "Databases touch their memory here and there: with transparent huge pages always on, the kernel clears and moves two "
                    + "megabytes for a few bytes. A machine that runs the server alone may gain by them.",
            List.of(HostSettings.HUGE_PAGES, PostgresSignals.CORES),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/kernel-resources.html#LINUX-HUGE-PAGES"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean always = window.setting(HostSettings.HUGE_PAGES).is("always");
        // The database is on this machine if it has as many processors as the JVM sees.
        boolean here = window.latest(PostgresSignals.CORES)
                == window.maxIfKnown(JvmSignals.PROCESSORS).orElse(-1);
        return always && here
                ? new Finding(
                        Severity.INFO,
                        List.of(),
                        "transparent_hugepage is \"always\", and the database seems to be on this machine: \"madvise\" lets those "
                                + "have huge pages who ask for them. Give shared_buffers of 8 GB and more explicit ones.",
                        Confidence.LOW,
                        null)
                : Verdict.healthy();
    }
}
