package org.millrace.advisor.rule.postgres.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;

/** Indexes that Keycloak makes and that are not there. */
record MissingIndexes(List<Index> indexes) {

    private static final Pattern INDEX = Pattern.compile("(\\w+) ON (\\w+) (\\([^)]*\\))");

    record Index(String name, String table, String columns) {}

    static MissingIndexes in(Window window) {
        List<Index> indexes = new ArrayList<>();
        Matcher index = INDEX.matcher(window.settings()
                .find(PostgresSettings.MISSING_INDEXES)
                .flatMap(Setting::text)
                .orElse(""));
        while (index.find()) {
            indexes.add(new Index(index.group(1), index.group(2), index.group(3)));
        }
        return new MissingIndexes(List.copyOf(indexes));
    }

    boolean containsTable(String table) {
        return indexes.stream().anyMatch(index -> index.table().equals(table));
    }
}
