package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The advisor cannot see all of the database that its rules go by. */
public final class DatabaseNotObservable implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_NOT_OBSERVABLE,
            "Database statistics are only partly visible",
            Lane.OBSERVABILITY,
            "Without pg_monitor the sessions of other roles are hidden, and a rule that counts sessions is less sure. Without "
                    + "pg_stat_statements it is not known which statement costs most.",
            List.of(PostgresSettings.MONITOR_ROLE, PostgresSettings.STATEMENT_STATISTICS),
            List.of(),
            List.of(
                    "https://www.postgresql.org/docs/current/predefined-roles.html",
                    "https://www.postgresql.org/docs/current/pgstatstatements.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<String> lacking = new ArrayList<>();
        if (!window.setting(PostgresSettings.MONITOR_ROLE).is("true")) {
            lacking.add("Keycloak's role is not a member of pg_monitor: GRANT pg_monitor TO it.");
        }
        if (window.setting(PostgresSettings.STATEMENT_STATISTICS).text().isEmpty()) {
            lacking.add(
                    "pg_stat_statements is not installed: add it to shared_preload_libraries, which needs a restart, and "
                            + "CREATE EXTENSION it.");
        }
        if (window.settings()
                .find(PostgresSettings.TRACK_IO_TIMING)
                .filter(setting -> setting.is("off"))
                .isPresent()) {
            lacking.add("track_io_timing is off: the time of reads and writes is not measured.");
        }
        return lacking.isEmpty()
                ? Verdict.healthy()
                : new Finding(Severity.INFO, List.of(), String.join(" ", lacking), Confidence.HIGH, null);
    }
}
