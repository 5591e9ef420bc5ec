package org.millrace.advisor.rule.safety;

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

/** What protects the data from contradictions is switched off. */
public final class ConstraintsDisabled implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.CONSTRAINTS_DISABLED,
            "Constraints or triggers are switched off",
            Lane.SAFETY,
            "Bulk loads switch off foreign keys to be faster. Left so, rows point to others that are not there, and Keycloak "
                    + "fails on them later, far from the cause.",
            List.of(PostgresSettings.DISABLED_TRIGGERS, PostgresSettings.UNVALIDATED_CONSTRAINTS),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/sql-altertable.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<String> reasons = new ArrayList<>();
        window.setting(PostgresSettings.DISABLED_TRIGGERS)
                .text()
                .ifPresent(tables -> reasons.add("Triggers, and with them foreign keys, do not fire on " + tables
                        + ": ALTER TABLE … ENABLE TRIGGER ALL."));
        window.setting(PostgresSettings.UNVALIDATED_CONSTRAINTS)
                .text()
                .ifPresent(constraints -> reasons.add("Constraints were never validated against existing rows: "
                        + constraints + "; ALTER TABLE … VALIDATE CONSTRAINT each."));
        window.settings()
                .find(PostgresSettings.named("session_replication_role"))
                .filter(role -> role.is("replica"))
                .ifPresent(role -> reasons.add("session_replication_role is replica: no trigger fires at all."));
        return reasons.isEmpty()
                ? Verdict.healthy()
                : new Finding(Severity.WARNING, List.of(), String.join(" ", reasons), Confidence.HIGH, null);
    }
}
