package org.millrace.advisor.rule.safety;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingChange;
import org.millrace.advisor.model.SettingName;
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

/** A setting was changed while the server ran, and only this process knows its previous value. */
public final class ChangeUnrecorded implements Rule {

    /** With these values data can be lost, or the database gets slower until it stands. */
    private static final Map<SettingName, String> DANGEROUS = Map.of(
            PostgresSettings.FSYNC, "off",
            PostgresSettings.FULL_PAGE_WRITES, "off",
            PostgresSettings.SYNCHRONOUS_COMMIT, "off",
            PostgresSettings.AUTOVACUUM, "off");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CHANGE_UNRECORDED,
            "A change has no recorded revert",
            Lane.SAFETY,
            "Emergency changes are often forgotten for months. A plan of the advisor has a revert set with the values in force, and one for a "
                    + "migration an end date; for other changes the previous values are known only while "
                    + "this process runs, for a day.",
            List.of(PostgresSettings.MIGRATION_UNTIL),
            List.of(),
            List.of("https://www.postgresql.org/docs/current/sql-altersystem.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        boolean declared =
                window.setting(PostgresSettings.MIGRATION_UNTIL).text().isPresent();
        List<SettingChange> changed = net(window.settings().changes());
        return declared || changed.isEmpty() ? Verdict.healthy() : finding(changed);
    }

    /** Net changes from the first to the present value, without those that were reverted. */
    private static List<SettingChange> net(List<SettingChange> changes) {
        Map<SettingName, SettingChange> net = new LinkedHashMap<>();
        changes.forEach(change -> net.merge(
                change.name(),
                change,
                (first, last) -> new SettingChange(first.name(), first.from(), last.to(), last.at())));
        net.remove(PostgresSettings.MIGRATION_UNTIL);
        return net.values().stream()
                .filter(change -> !Objects.equals(change.from(), change.to()))
                .toList();
    }

    private static Finding finding(List<SettingChange> changed) {
        List<String> sentences = new ArrayList<>();
        changed.forEach(change -> sentences.add(change.name().name() + " was " + shown(change.from()) + " and is "
                + shown(change.to()) + " since " + change.at()));
        return new Finding(
                changed.stream().anyMatch(ChangeUnrecorded::isDangerous) ? Severity.WARNING : Severity.INFO,
                List.of(Observation.of("settings.changed", changed.size(), "changes")),
                "Changed while the server ran: " + String.join("; ", sentences)
                        + ". Record the previous value, or revert the change; a change for a migration belongs into its plan, which has an end "
                        + "date.",
                Confidence.HIGH,
                null);
    }

    private static String shown(@Nullable String value) {
        return value == null ? "unset" : value;
    }

    private static boolean isDangerous(SettingChange change) {
        boolean listed = change.name().equals(PostgresSettings.UNLOGGED_TABLES)
                || change.name().equals(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM);
        return listed ? namesMore(change) : Objects.equals(DANGEROUS.get(change.name()), change.to());
    }

    private static boolean namesMore(SettingChange change) {
        Set<String> before = Set.copyOf(names(change.name(), change.from()));
        return !before.containsAll(names(change.name(), change.to()));
    }

    private static List<String> names(SettingName name, @Nullable String value) {
        return new Setting(name, value, "history").names();
    }
}
