package org.millrace.advisor.rule.analysis;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;

/** Tables as facts about the database name them. */
public final class TableNames {

    /** Where the options are that tables have now: {@code user_entity.autovacuum_enabled=false, …}. */
    public static final SettingName OPTIONS = PostgresSettings.named("tables.options");

    private TableNames() {}

    /** The names in a setting, separated by commas. */
    public static Set<String> in(SettingName name, Window window) {
        return window.settings().find(name).stream()
                .flatMap(setting -> setting.names().stream())
                .collect(Collectors.toSet());
    }

    /** A step that has autovacuum work on a table for which it is switched off. */
    public static Step withAutovacuum(String table, Window window) {
        Step step = option(table, "autovacuum_enabled", null, window);
        // The list of options ends somewhere, and every word for it switches off alike.
        return step.from() == null ? new Step(step.kind(), step.name(), "false", null) : step;
    }

    /** A step that sets an option of a table, or resets it if the value is null. */
    public static Step option(String table, String option, @Nullable String to, Window window) {
        @Nullable
        String from = present(table, option, window).flatMap(Setting::text).orElse(null);
        return new Step(Step.Kind.TABLE_OPTION, table + "." + option, from, to);
    }

    /** What an option of a table is set to now; empty if it is not set, or stands behind the end of the list. */
    public static Optional<Setting> present(String table, String option, Window window) {
        String name = table + "." + option;
        return in(OPTIONS, window).stream()
                .filter(each -> each.startsWith(name + "="))
                .findFirst()
                .map(each -> new Setting(PostgresSettings.named(name), each.substring(name.length() + 1), "table"));
    }
}
