package org.millrace.advisor.rule.migration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
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

/** A bulk load is over, and what belongs after it has not been done. */
public final class LoadNotVerified implements Rule {

    private static final Threshold ROWS = new Threshold(
            "rows not analyzed", 10_000, "rows", "With fewer rows, missing statistics hardly affect the planner");

    private static final Threshold SHARE = new Threshold(
            "rows not analyzed by all",
            0.2,
            "ratio",
            "Twice autovacuum's default threshold: autovacuum should have run already");

    private static final Threshold STILL = new Threshold(
            "seconds so", 120, "seconds", "Autovacuum runs every minute: the next run may already fix it");

    private static final Threshold LOADING = new Threshold(
            "new users a second", 1, "rows per second", "As long as users are added, the load is not over");

    private static final TableSignals USERS = new TableSignals("user_entity");

    /** Tables that a bulk load of users writes. */
    private static final Set<String> LOADED = Set.of(
            "user_entity",
            "credential",
            "user_attribute",
            "user_role_mapping",
            "user_group_membership",
            "federated_identity");

    private static final RuleCard CARD = new RuleCard(
            RuleId.LOAD_NOT_VERIFIED,
            "ANALYZE or cleanup is missing after a bulk load",
            Lane.SAFETY,
            "After a load the planner needs new statistics, and everything disabled for the load has to be enabled again: indexes, triggers, "
                    + "logged tables. It is the last step of a migration and easily forgotten.",
            List.of(PostgresSettings.MIGRATION_UNTIL, USERS.inserts(), USERS.notAnalyzed()),
            List.of(ROWS, SHARE, STILL, LOADING),
            List.of("https://www.postgresql.org/docs/current/populate.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (isOpen(window) || window.rate(USERS.inserts()) >= LOADING.in(context)) {
            return Verdict.healthy();
        }
        List<TableSignals> stale = TableSignals.in(window).stream()
                .filter(table -> LOADED.contains(table.table()) && isStale(table, context))
                .sorted(Comparator.comparing((TableSignals table) -> -window.latest(table.notAnalyzed())))
                .toList();
        List<String> open = hasEnded(window) ? leftOpen(window) : List.of();
        return stale.isEmpty() && open.isEmpty() ? Verdict.healthy() : finding(window, stale, open);
    }

    /** Declared, and its time is not over. */
    private static boolean isOpen(Window window) {
        Optional<Instant> until = PostgresSettings.migrationEnd(window.setting(PostgresSettings.MIGRATION_UNTIL));
        return until.isPresent()
                && window.end().filter(now -> now.isBefore(until.get())).isPresent();
    }

    /** Declared until a time that is over, or taken back while this process ran. */
    private static boolean hasEnded(Window window) {
        return window.setting(PostgresSettings.MIGRATION_UNTIL).text().isPresent()
                || window.settings().changes().stream()
                        .anyMatch(change ->
                                change.name().equals(PostgresSettings.MIGRATION_UNTIL) && change.to() == null);
    }

    private static boolean isStale(TableSignals table, RuleContext context) {
        Window window = context.window();
        if (!window.has(table.notAnalyzed()) || !window.has(table.live())) {
            return false;
        }
        double most = Math.max(ROWS.in(context), SHARE.in(context) * window.latest(table.live()));
        return window.latest(table.notAnalyzed()) >= most
                && window.longestRun(table.notAnalyzed(), rows -> rows >= most).compareTo(STILL.duration(context)) >= 0;
    }

    private static List<String> leftOpen(Window window) {
        List<String> open = new ArrayList<>();
        add(open, window, PostgresSettings.MISSING_INDEXES, "indexes are missing: %s");
        add(open, window, PostgresSettings.INVALID_INDEXES, "indexes are invalid: %s");
        add(open, window, PostgresSettings.DISABLED_TRIGGERS, "triggers are disabled on %s");
        add(open, window, PostgresSettings.UNVALIDATED_CONSTRAINTS, "constraints are not validated: %s");
        add(open, window, PostgresSettings.UNLOGGED_TABLES, "tables do not survive a crash: %s");
        return open;
    }

    private static void add(List<String> open, Window window, SettingName name, String text) {
        window.settings().find(name).flatMap(Setting::text).ifPresent(value -> open.add(text.formatted(value)));
    }

    private static Finding finding(Window window, List<TableSignals> stale, List<String> open) {
        List<Observation> observed = new ArrayList<>();
        List<String> items = new ArrayList<>();
        for (TableSignals table : stale) {
            double rows = window.latest(table.notAnalyzed());
            observed.add(Observation.of(table.notAnalyzed().name(), rows, ROWS));
            items.add(Figures.count(rows, "row") + " of " + table.table()
                    + " are not in the planner's statistics (VACUUM (ANALYZE) " + table.table() + ")");
        }
        items.addAll(open);
        return new Finding(
                Severity.WARNING,
                observed,
                "Users were loaded in bulk, and since then: " + String.join("; ", items)
                        + ". Fix it before users return; then compare a few minutes of load with the time before the migration.",
                Confidence.HIGH,
                null);
    }
}
