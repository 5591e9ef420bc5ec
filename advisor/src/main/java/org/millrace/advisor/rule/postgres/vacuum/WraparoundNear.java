package org.millrace.advisor.rule.postgres.vacuum;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HorizonSignals;
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

/** Transaction numbers will run out before vacuum has freed old ones. */
public final class WraparoundNear implements Rule {

    private static final Threshold AGE = new Threshold(
            "age of the oldest row version",
            500_000_000,
            "transactions",
            "Autovacuum begins at 200 million with any settings: at more than twice that it does not keep up");

    private static final Threshold GREAT_AGE = new Threshold(
            "age of the oldest row version, critical",
            1_000_000_000,
            "transactions",
            "Half of the limit; at two billion PostgreSQL stops accepting writes");

    private static final RuleCard CARD = new RuleCard(
            RuleId.WRAPAROUND_NEAR,
            "Transaction ID wraparound is near",
            Lane.SAFETY,
            "PostgreSQL numbers transactions with 32 bits, and stops writing before it would run out of numbers. Vacuum frees "
                    + "them; every refresh of a session uses one.",
            List.of(HorizonSignals.TRANSACTION_AGE),
            List.of(AGE, GREAT_AGE),
            List.of("https://www.postgresql.org/docs/current/routine-vacuuming.html#VACUUM-FOR-WRAPAROUND"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double age = window.latest(HorizonSignals.TRANSACTION_AGE);
        return age < AGE.in(context) ? Verdict.healthy() : finding(context, age);
    }

    private static Finding finding(RuleContext context, double age) {
        return new Finding(
                age >= GREAT_AGE.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of(HorizonSignals.TRANSACTION_AGE.name(), age, AGE)),
                "The oldest row version is " + Figures.number(age / 1e6)
                        + " million transactions old, of about 2100 million "
                        + "there are. Find out what holds vacuum back (KC-PG-015), then VACUUM (FREEZE) the oldest tables at a "
                        + "quiet time.",
                Confidence.HIGH,
                null);
    }
}
