package org.millrace.advisor.rule.safety;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.TableNames;

/** Nothing removes dead rows, or nothing slows down what does. */
public final class AutovacuumDisabled implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.AUTOVACUUM_DISABLED,
            "Autovacuum is switched off",
            Lane.SAFETY,
            "Without autovacuum tables grow without end, plans are made from old statistics, and transaction numbers run out. "
                    + "Options of single tables are what migrations leave behind.",
            List.of(PostgresSettings.AUTOVACUUM, PostgresSettings.TABLES_WITHOUT_AUTOVACUUM),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM"),
            Causality.none().leadingTo(RuleId.DEAD_TUPLES_ACCUMULATE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (window.setting(PostgresSettings.AUTOVACUUM).is("off")) {
            Step step = new Step(Step.Kind.POSTGRES, "autovacuum", "off", "on");
            return finding(
                    Severity.CRITICAL,
                    "Autovacuum is off for the whole database: switch it on, and reload.",
                    List.of(step));
        }
        return window.setting(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM)
                .text()
                .<Verdict>map(tables -> ofTables(tables, window))
                .orElse(Verdict.healthy());
    }

    private static Finding ofTables(String tables, Window window) {
        List<Step> steps = window.setting(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM).names().stream()
                .map(table -> TableNames.withAutovacuum(table, window))
                .toList();
        return finding(
                Severity.WARNING,
                "Autovacuum is off for " + tables + ": reset the option, and VACUUM (ANALYZE) them once.",
                steps);
    }

    private static Finding finding(Severity severity, String why, List<Step> steps) {
        return new Finding(severity, List.of(), why, Confidence.HIGH, new Change(steps, false, Change.Risk.LOW));
    }
}
