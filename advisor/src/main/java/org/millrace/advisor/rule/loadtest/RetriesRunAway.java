package org.millrace.advisor.rule.loadtest;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;
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

/** Failed users try again, so that ever more is attempted and ever less succeeds. */
public final class RetriesRunAway implements Rule {

    private static final Threshold FAILING = new Threshold(
            "succeeded by attempted logins",
            0.9,
            "ratio",
            "At a tenth of failures the AWS article's users were all affected soon");

    private static final RuleCard CARD = new RuleCard(
            RuleId.RETRIES_RUN_AWAY,
            "Retries drive the load instead of users",
            Lane.OBSERVABILITY,
            "A load generator that retries a failed user immediately increases the load on a slow server. Real users give up; "
                    + "after the first failures, the measurement shows the retry policy of the generator.",
            List.of(LoadTestSignals.ATTEMPTS, LoadTestSignals.SUCCESSES),
            List.of(FAILING),
            List.of("https://www.janua.fr/keycloak-high-availability-in-cloud-environment-aws/"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double attempts = window.latest(LoadTestSignals.ATTEMPTS);
        double successes = window.latest(LoadTestSignals.SUCCESSES);
        double share = attempts > 0 ? successes / attempts : 1;
        return share >= FAILING.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        List.of(Observation.of("loadtest.successes.share", share, FAILING)),
                        "Of " + Figures.number(attempts) + " logins a second " + Figures.number(successes)
                                + " succeeded. Let failed users wait before they try again, and stop the test at 5 % of failures.",
                        Confidence.HIGH,
                        null);
    }
}
