package org.millrace.advisor.rule.postgres;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.PostgresSettings;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Window;

/** Tables as facts about the database name them. */
final class TableNames {

    /** Where the options are that tables have now: {@code user_entity.autovacuum_enabled=false, …}. */
    private static final SettingName OPTIONS = PostgresSettings.named("tables.options");

    private TableNames() {}

    /** Those that a setting lists, separated by commas. */
    static Set<String> in(SettingName name, Window window) {
        return window.settings().find(name).flatMap(Setting::text).stream()
                .flatMap(text -> Stream.of(text.split(",\\s*")))
                .collect(Collectors.toSet());
    }

    /** A step that sets an option of a table, or resets it if the value is null. */
    static Step option(String table, String option, @Nullable String to, Window window) {
        String prefix = table + "." + option + "=";
        @Nullable
        String from = in(OPTIONS, window).stream()
                .filter(each -> each.startsWith(prefix))
                .findFirst()
                .map(each -> each.substring(prefix.length()))
                .orElse(null);
        return new Step(Step.Kind.TABLE_OPTION, table + "." + option, from, to);
    }
}
