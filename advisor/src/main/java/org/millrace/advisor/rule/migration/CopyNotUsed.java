package org.millrace.advisor.rule.migration;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.setting.ImportFacts;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The import writes records one by one because a table was changed. */
public final class CopyNotUsed implements Rule {

    private static final RuleCard CARD = new RuleCard(
            RuleId.COPY_NOT_USED,
            "Changed tables slow down the bulk import",
            Lane.HYGIENE,
            "On PostgreSQL the bulk import writes rows with COPY, unless a table has columns, triggers or row security that Keycloak "
                    + "did not create: then each record goes through Keycloak's model, which is several times slower.",
            List.of(ImportFacts.NOT_COPIED),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/sql-copy.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Optional<String> differences =
                context.window().setting(ImportFacts.NOT_COPIED).text();
        return differences.isEmpty()
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(),
                        "The bulk import writes these through Keycloak's model: " + differences.get()
                                + ". Remove what was added to the tables before a large import, and restart the server.",
                        Confidence.HIGH,
                        null);
    }
}
