package org.millrace.bulk.writer.copy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.server.KeycloakRelease;
import org.millrace.server.TableCatalog.Table;

/**
 * A table and its columns as {@code COPY} fills them.
 *
 * @param since the first release that has a column, for columns that a supported release lacks
 * @param tableSince the first release that has the table; null if all supported releases have it
 */
public record TableShape(
        String table,
        List<String> columns,
        Map<String, KeycloakRelease> since,
        @Nullable KeycloakRelease tableSince) {
    public TableShape {
        columns = List.copyOf(columns);
        since = Map.copyOf(since);
    }

    public static TableShape of(String table, String... columns) {
        return new TableShape(table, List.of(columns), Map.of(), null);
    }

    /** The same with columns that older releases lack. */
    public TableShape columnsSince(int major, int minor, String... names) {
        Map<String, KeycloakRelease> more = new HashMap<>(since);
        for (String name : names) {
            more.put(name, new KeycloakRelease(major, minor));
        }
        return new TableShape(table, columns, more, tableSince);
    }

    /** The same for a table that older releases lack. */
    public TableShape tableSince(int major, int minor) {
        return new TableShape(table, columns, since, new KeycloakRelease(major, minor));
    }

    /** Whether {@code COPY} fills this column; releases before the first that has it lack it. */
    boolean fills(String column, Table stored) {
        return !since.containsKey(column) || stored.columns().containsKey(column);
    }

    /** Why rows cannot be written with {@code COPY}; empty if the table has the shape. */
    Optional<String> mismatch(Table stored, KeycloakRelease release) {
        if (!stored.exists()) {
            return isLacking(tableSince, release)
                    ? Optional.empty()
                    : Optional.of("table " + table + " does not exist");
        }
        for (String column : columns) {
            if (!stored.columns().containsKey(column) && !isLacking(since.get(column), release)) {
                return Optional.of("table " + table + " has no column " + column);
            }
        }
        return stored.columns().entrySet().stream()
                .filter(column -> column.getValue() && !columns.contains(column.getKey()))
                .map(column -> "column " + column.getKey() + " of table " + table + " is NOT NULL without a default,"
                        + " and COPY does not fill it")
                .sorted()
                .findFirst()
                .or(() -> stored.obstacles().stream()
                        .map(obstacle -> "table " + table + " " + obstacle)
                        .findFirst());
    }

    private static boolean isLacking(@Nullable KeycloakRelease first, KeycloakRelease release) {
        return first != null && !release.isAtLeast(first.major(), first.minor());
    }
}
