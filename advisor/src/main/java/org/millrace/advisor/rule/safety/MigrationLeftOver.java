package org.millrace.advisor.rule.safety;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Settings of a migration are in force after it. */
public final class MigrationLeftOver implements Rule {

    private static final Threshold WORK_MEMORY = new Threshold(
            "work_mem",
            64.0 * 1024 * 1024,
            "bytes",
            "What migrations set for their sessions, in the JDBC URL or for the role; set for the whole server it may be meant");

    /** Where a migration sets it for its sessions; the configuration of the server may want as much for good. */
    private static final List<String> OF_SESSIONS = List.of(" client", " user");

    private static final RuleCard CARD = new RuleCard(
            RuleId.MIGRATION_LEFT_OVER,
            "Settings of a migration are left over",
            Lane.SAFETY,
            "A migration may trade safety for speed as long as the data can be loaded again. Its plan declares the end date; "
                    + "settings that remain afterwards are a risk that is easily forgotten.",
            List.of(PostgresSettings.MIGRATION_UNTIL),
            List.of(WORK_MEMORY),
            List.of("https://www.postgresql.org/docs/current/populate.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Setting migration = window.setting(PostgresSettings.MIGRATION_UNTIL);
        Optional<String> declared = migration.text();
        List<String> left = leftOvers(context, declared.isPresent());
        if (declared.isEmpty()) {
            return left.isEmpty() ? Verdict.healthy() : undeclared(left);
        }
        Optional<Instant> until = PostgresSettings.migrationEnd(migration);
        boolean open = until.isPresent()
                && window.end().filter(now -> now.isBefore(until.get())).isPresent();
        return open ? underWay(declared.get(), left) : expired(declared.get(), left);
    }

    private static List<String> leftOvers(RuleContext context, boolean declared) {
        Window window = context.window();
        List<String> left = new ArrayList<>();
        add(left, window, PostgresSettings.TABLES_WITHOUT_VACUUM_DELAY, "autovacuum without pauses on %s");
        add(left, window, PostgresSettings.TABLES_WITHOUT_AUTOVACUUM, "no autovacuum on %s");
        add(left, window, PostgresSettings.UNLOGGED_TABLES, "unlogged tables %s");
        addIf(left, window, PostgresSettings.SYNCHRONOUS_COMMIT, "off", "synchronous_commit is off");
        addIf(left, window, PostgresSettings.FSYNC, "off", "fsync is off");
        addIf(left, window, QuarkusSettings.MAX_RESETS, "0", "no limit to HTTP/2 resets");
        window.settings()
                .find(PostgresSettings.WORK_MEM)
                .filter(setting -> declared || isOfSessions(setting))
                .map(PostgresSettings::bytes)
                .filter(bytes -> bytes.orElse(0) >= WORK_MEMORY.in(context))
                .ifPresent(bytes -> left.add("work_mem is " + Figures.bytes(bytes.orElse(0))));
        return left;
    }

    private static boolean isOfSessions(Setting setting) {
        return OF_SESSIONS.stream().anyMatch(setting.origin()::endsWith);
    }

    private static void add(List<String> left, Window window, SettingName name, String text) {
        window.settings().find(name).flatMap(Setting::text).ifPresent(value -> left.add(text.formatted(value)));
    }

    private static void addIf(List<String> left, Window window, SettingName name, String value, String text) {
        window.settings().find(name).filter(setting -> setting.is(value)).ifPresent(setting -> left.add(text));
    }

    private static Finding undeclared(List<String> left) {
        return finding(
                Severity.WARNING,
                "No migration is declared, but: " + String.join("; ", left)
                        + ". Take them back if they are left over from one.",
                null);
    }

    private static Finding underWay(String until, List<String> left) {
        return finding(
                Severity.INFO,
                "A migration is declared until " + until + "."
                        + (left.isEmpty() ? "" : " In force meanwhile: " + String.join("; ", left) + ".")
                        + " Apply the revert set of its plan as soon as it is done.",
                null);
    }

    private static Finding expired(String until, List<String> left) {
        Step step = new Step(Step.Kind.DATABASE_PARAMETER, "millrace.migration_until", until, null);
        return finding(
                left.isEmpty() ? Severity.WARNING : Severity.CRITICAL,
                "The migration that was declared until " + until + " is over"
                        + (left.isEmpty()
                                ? ", and still declared."
                                : ", and still in force: " + String.join("; ", left) + ".")
                        + " Apply the revert set of its plan, or declare it again.",
                left.isEmpty() ? new Change(List.of(step), false, Change.Risk.LOW) : null);
    }

    private static Finding finding(Severity severity, String why, @Nullable Change change) {
        return new Finding(severity, List.of(), why, Confidence.HIGH, change);
    }
}
