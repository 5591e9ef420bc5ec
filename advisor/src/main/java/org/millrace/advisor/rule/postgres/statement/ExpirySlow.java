package org.millrace.advisor.rule.postgres.statement;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadSignals;
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

/** The job that removes expired sessions takes long. */
public final class ExpirySlow implements Rule {

    private static final Threshold LONG = new Threshold(
            "mean time of a run",
            30,
            "seconds",
            "In batches it takes seconds; longer ones hold locks that logins wait for");

    private static final RuleCard CARD = new RuleCard(
            RuleId.EXPIRY_SLOW,
            "Removing expired sessions takes long",
            Lane.SATURATION,
            "The job deletes all rows that have expired since its last run. In a large table, or without an "
                    + "index, each run is a burst of deletes that blocks other transactions.",
            List.of(LoadSignals.EXPIRATIONS, LoadSignals.EXPIRATION_TIME),
            List.of(LONG),
            List.of(
                    "https://github.com/keycloak/keycloak/issues/20073",
                    "https://github.com/keycloak/keycloak/issues/46954"),
            Causality.at(Station.DATABASE_LOCKS).leadingTo(RuleId.LOCK_WAITS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double runs = window.increase(LoadSignals.EXPIRATIONS);
        if (runs == 0) {
            return new Verdict.Skipped(List.of(LoadSignals.EXPIRATIONS));
        }
        double mean = window.increase(LoadSignals.EXPIRATION_TIME) / runs;
        return mean < LONG.in(context) ? Verdict.healthy() : finding(mean, runs);
    }

    private static Finding finding(double mean, double runs) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("keycloak.session.expirations.time.mean", mean, LONG),
                        Observation.of(LoadSignals.EXPIRATIONS.name(), runs, "runs")),
                Figures.count(runs, "run") + " of the job that removes expired sessions took " + Figures.time(mean)
                        + " on average. Shorten lifespans step by step, delete the accumulated rows in batches at a quiet time, "
                        + "and check whether KC-PG-010 reports a missing index.",
                Confidence.MEDIUM,
                null);
    }
}
