package org.millrace.advisor.rule.migration;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
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

/** Users are being loaded in bulk. */
public final class MigrationUnderWay implements Rule {

    private static final Threshold INSERTS =
            new Threshold("new users a second", 100, "rows per second", "No registration form brings as many");

    private static final Threshold SLICE =
            new Threshold("seconds of the busiest stretch", 60, "seconds", "A load of one minute is no manual test");

    private static final TableSignals USERS = new TableSignals("user_entity");

    private static final RuleCard CARD = new RuleCard(
            RuleId.MIGRATION_UNDER_WAY,
            "Users are being loaded in bulk",
            Lane.HYGIENE,
            "What suits a migration does not suit production, and the other way round: more room for the log, autovacuum that "
                    + "follows. The plan for a migration sets it for a declared time, and says how to take it back.",
            List.of(PostgresSettings.MIGRATION_UNTIL, PostgresSignals.LIVE_TUPLES),
            List.of(INSERTS, SLICE),
            List.of("https://www.postgresql.org/docs/current/populate.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double rate =
                window.highestRate(USERS.inserts(), SLICE.duration(context)).orElse(0);
        boolean declared =
                window.setting(PostgresSettings.MIGRATION_UNTIL).text().isPresent();
        return declared || rate < INSERTS.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(Observation.of(USERS.inserts().name() + ".rate", rate, INSERTS)),
                        Figures.number(rate) + " users a second are being added, " + Figures.number(rate * 3600 / 1e6)
                                + " million an hour. See the advisor's plan for a migration, and declare it.",
                        Confidence.HIGH,
                        null);
    }
}
