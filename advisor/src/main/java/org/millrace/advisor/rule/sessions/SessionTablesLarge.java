package org.millrace.advisor.rule.sessions;

import java.util.Comparator;
import java.util.List;
import org.millrace.advisor.model.Window;
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

/** Tables of sessions or events are so large that upkeep gets hard. */
public final class SessionTablesLarge implements Rule {

    private static final Threshold ROWS = new Threshold(
            "rows of a table", 10_000_000, "rows", "From this size on, a missing index or a delete takes hours");

    private static final Threshold MANY = new Threshold(
            "rows of a table, critical", 50_000_000, "rows", "Expiry of 98 million sessions brought a server down");

    private static final List<String> TABLES =
            List.of("offline_user_session", "offline_client_session", "event_entity", "admin_event_entity");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SESSION_TABLES_LARGE,
            "Tables of sessions or events are very large",
            Lane.CAPACITY,
            "Offline sessions without a maximum lifespan and events without an expiration are kept without limit. When it is shortened, "
                    + "all of them expire at once.",
            List.of(PostgresSignals.LIVE_TUPLES),
            List.of(ROWS, MANY),
            List.of("https://github.com/keycloak/keycloak/pull/42892"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return TABLES.stream()
                .map(TableSignals::new)
                .filter(table -> window.latestIfKnown(table.live()).orElse(0) >= ROWS.in(context))
                .max(Comparator.comparing(table -> window.latest(table.live())))
                .<Verdict>map(table -> finding(table, context))
                .orElse(Verdict.healthy());
    }

    private static Finding finding(TableSignals table, RuleContext context) {
        Window window = context.window();
        double rows = window.latest(table.live());
        return new Finding(
                rows >= MANY.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of(table.live().name(), rows, ROWS)),
                table.table() + " has " + Figures.number(rows / 1e6) + " million rows. "
                        + (table.table().contains("event")
                                ? "Set an expiration of events, in steps of days so that not all expire at once, or send them "
                                        + "elsewhere."
                                : "Set a greatest lifespan of offline sessions, in steps so that not all expire at once."),
                Confidence.MEDIUM,
                null);
    }
}
