package org.millrace.advisor.rule.safety;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** Tables that a crash empties. */
public final class TablesUnlogged implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.TABLES_UNLOGGED,
            "Tables are emptied by a crash",
            Lane.SAFETY,
            "An unlogged table is fast to write because it is not in the write-ahead log: after a crash it is empty, and on a "
                    + "standby it always is. That may be right for minutes of a migration, never afterwards.",
            List.of(PostgresSettings.UNLOGGED_TABLES),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/sql-createtable.html#SQL-CREATETABLE-UNLOGGED"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<String> tables = window.setting(PostgresSettings.UNLOGGED_TABLES).names();
        return tables.isEmpty() ? Verdict.healthy() : finding(tables);
    }

    /** In the order of the list, and back in reverse: PostgreSQL lets no logged table refer to an unlogged one. */
    private static Finding finding(List<String> tables) {
        List<Step> steps = tables.stream()
                .map(table -> new Step(Step.Kind.TABLE_PERSISTENCE, table, "unlogged", "logged"))
                .toList();
        return new Finding(
                Severity.CRITICAL,
                List.of(Observation.of("postgres.tables.unlogged.count", steps.size(), "tables")),
                "Unlogged: " + String.join(", ", tables)
                        + ". Make them logged while few write to them: it locks each table and writes all of it to "
                        + "the log.",
                Confidence.HIGH,
                new Change(steps, false, Change.Risk.MEDIUM));
    }
}
