package org.millrace.advisor.rule.postgres;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
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
import org.millrace.advisor.rule.analysis.TableNames;

/** Indexes are invalid, or updates of sessions touch all of them. */
public final class SessionUpdatesCostly implements Rule {

    private static final Threshold HOT = new Threshold(
            "updates that touch no index",
            0.5,
            "ratio",
            "Below, most refreshes of a session write every index of its table");

    private static final Threshold UPDATES =
            new Threshold("updates a second", 50, "updates per second", "Fewer cost little, index or not");

    private static final String FILLFACTOR = "fillfactor";

    /** That of PostgreSQL. */
    private static final int FULL = 100;

    private static final int WITH_ROOM = 90;

    private static final RuleCard CARD = new RuleCard(
            RuleId.SESSION_UPDATES_COSTLY,
            "Indexes cost more than they should",
            Lane.HYGIENE,
            "An update that changes no indexed column and finds room on its page touches no index. Refreshes of sessions "
                    + "change indexed columns in older releases. An invalid index is written and never read.",
            List.of(PostgresSettings.INVALID_INDEXES),
            List.of(HOT, UPDATES),
            List.of(
                    "https://www.postgresql.org/docs/current/storage-hot.html",
                    "https://github.com/keycloak/keycloak/pull/51904"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<String> invalid =
                window.setting(PostgresSettings.INVALID_INDEXES).text();
        if (invalid.isPresent()) {
            return new Finding(
                    Severity.INFO,
                    List.of(),
                    "Invalid indexes are written and never read: " + invalid.get()
                            + ". Drop them, or rebuild them with REINDEX INDEX CONCURRENTLY.",
                    Confidence.HIGH,
                    null);
        }
        return TableSignals.SESSIONS.stream()
                .filter(table -> window.rateIfKnown(table.updates()).orElse(0) >= UPDATES.in(context))
                .filter(table -> hot(table, window) < HOT.in(context))
                .findFirst()
                .<Verdict>map(table -> finding(table, window))
                .orElse(Verdict.healthy());
    }

    private static double hot(TableSignals table, Window window) {
        return window.rateIfKnown(table.hotUpdates()).orElse(0) / window.rate(table.updates());
    }

    private static Finding finding(TableSignals table, Window window) {
        @Nullable Change change = change(table, window);
        return new Finding(
                Severity.INFO,
                List.of(
                        Observation.of(table.hotUpdates().name() + ".share", hot(table, window), HOT),
                        Observation.of(table.updates().name() + ".rate", window.rate(table.updates()), UPDATES)),
                "Only " + Figures.percent(hot(table, window)) + " of " + Figures.number(window.rate(table.updates()))
                        + " updates a second of " + table.table()
                        + " touched no index. A newer release of Keycloak writes less to indexed columns"
                        + (change == null ? "." : "; a fillfactor of 90 leaves room on the pages until then."),
                Confidence.MEDIUM,
                change);
    }

    private static @Nullable Change change(TableSignals table, Window window) {
        double present = TableNames.present(table.table(), FILLFACTOR, window)
                .map(Setting::number)
                .orElse(OptionalDouble.empty())
                .orElse(FULL);
        return present <= WITH_ROOM
                ? null
                : new Change(
                        List.of(TableNames.option(table.table(), FILLFACTOR, Integer.toString(WITH_ROOM), window)),
                        false,
                        Change.Risk.LOW);
    }
}
