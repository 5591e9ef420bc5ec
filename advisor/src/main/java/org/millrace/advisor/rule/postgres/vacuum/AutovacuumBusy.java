package org.millrace.advisor.rule.postgres.vacuum;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
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
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** All of autovacuum's workers are at work, and tables are still due. */
public final class AutovacuumBusy implements Rule {

    private static final Threshold SHARE = new Threshold(
            "samples in which all workers work",
            0.5,
            "ratio",
            "Now and then all are busy; half of the time is a backlog");

    private static final Threshold DUE =
            new Threshold("tables due for vacuum", 2, "tables", "One is always about to be done");

    private static final double DEFAULT_WORKERS = 3;

    private static final RuleCard CARD = new RuleCard(
            RuleId.AUTOVACUUM_BUSY,
            "Autovacuum workers or cost limit are too low",
            Lane.HYGIENE,
            "The cost limit is shared by all workers: more workers without a higher limit work each the slower. The default "
                    + "of 200 is for hard disks.",
            List.of(PostgresSignals.RUNNING_VACUUMS, PostgresSignals.TABLES_DUE),
            List.of(SHARE, DUE),
            List.of("https://www.postgresql.org/docs/current/runtime-config-autovacuum.html"),
            Causality.none().leadingTo(RuleId.DEAD_TUPLES_ACCUMULATE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double workers =
                window.number(PostgresSettings.named("autovacuum_max_workers")).orElse(DEFAULT_WORKERS);
        double share = window.shareWhere(PostgresSignals.RUNNING_VACUUMS, running -> running >= workers);
        double due = window.latest(PostgresSignals.TABLES_DUE);
        return share < SHARE.in(context) || due < DUE.in(context)
                ? Verdict.healthy()
                : finding(window, workers, share, due);
    }

    private static Finding finding(Window window, double workers, double share, double due) {
        OptionalDouble limit = new Autovacuum(window).costLimit();
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("postgres.vacuums.running.all.share", share, SHARE),
                        Observation.of(PostgresSignals.TABLES_DUE.name(), due, DUE)),
                "All " + Figures.count(workers, "autovacuum worker") + " were at work for " + Figures.percent(share)
                        + " of the time, and " + Figures.count(due, "table") + " still due. Let them do more before "
                        + "they pause; only then are more workers of use.",
                Confidence.HIGH,
                limit.isPresent() && limit.getAsDouble() < Autovacuum.GOOD_LIMIT ? higherLimit(window) : null);
    }

    private static Change higherLimit(Window window) {
        Step step = new Step(
                Step.Kind.POSTGRES,
                Autovacuum.COST_LIMIT,
                window.number(PostgresSettings.named(Autovacuum.COST_LIMIT)).stream()
                        .mapToObj(Figures::number)
                        .findFirst()
                        .orElseThrow(),
                Figures.number(Autovacuum.GOOD_LIMIT));
        return new Change(List.of(step), false, Change.Risk.LOW);
    }
}
