package org.millrace.bulk.writer.copy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.server.KeycloakRelease;
import org.millrace.server.TableCatalog.Table;

/**
 * A table and its columns as {@code COPY} fills them.
 *
 * @param since the first release that has a column, for columns that a supported release lacks
 * @param tableSince the first release that has the table; null if all supported releases have it
 * @param categories PostgreSQL's category of a column's type, for columns that are no text
 * @param constraints of the columns: the kind, with the columns
 */
public record TableShape(
        String table,
        List<String> columns,
        Map<String, KeycloakRelease> since,
        @Nullable KeycloakRelease tableSince,
        Map<String, String> categories,
        Map<Set<String>, String> constraints) {
    private static final String TEXT = "S";
    private static final String NUMBER = "N";
    private static final String BOOLEAN = "B";

    public TableShape {
        columns = List.copyOf(columns);
        since = Map.copyOf(since);
        categories = Map.copyOf(categories);
        constraints = Map.copyOf(constraints);
    }

    public static TableShape of(String table, String... columns) {
        return new TableShape(table, List.of(columns), Map.of(), null, Map.of(), Map.of());
    }

    /** The same with columns that older releases lack. */
    public TableShape columnsSince(int major, int minor, String... names) {
        KeycloakRelease first = new KeycloakRelease(major, minor);
        return new TableShape(table, columns, plus(since, first, names), tableSince, categories, constraints);
    }

    /** The same for a table that older releases lack. */
    public TableShape tableSince(int major, int minor) {
        return new TableShape(table, columns, since, new KeycloakRelease(major, minor), categories, constraints);
    }

    /** The same with columns that are numbers. */
    public TableShape numbers(String... names) {
        return new TableShape(table, columns, since, tableSince, plus(categories, NUMBER, names), constraints);
    }

    /** The same with columns that are true or false. */
    public TableShape booleans(String... names) {
        return new TableShape(table, columns, since, tableSince, plus(categories, BOOLEAN, names), constraints);
    }

    /** The same with columns of a type that belongs to none of the usual categories, such as {@code bytea}. */
    public TableShape binary(String... names) {
        return new TableShape(table, columns, since, tableSince, plus(categories, "U", names), constraints);
    }

    /** The same with columns that are unique together. */
    public TableShape unique(String... names) {
        return constraint("UNIQUE", names);
    }

    /** The same with a column that is a foreign key. */
    public TableShape reference(String column, String other) {
        return constraint("REFERENCES " + other, column);
    }

    private TableShape constraint(String kind, String... names) {
        Map<Set<String>, String> more = new HashMap<>(constraints);
        more.put(Set.of(names), kind);
        return new TableShape(table, columns, since, tableSince, categories, more);
    }

    private static <T> Map<String, T> plus(Map<String, T> map, T value, String... names) {
        Map<String, T> more = new HashMap<>(map);
        for (String name : names) {
            more.put(name, value);
        }
        return more;
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
        return unfilled(stored)
                .or(() -> otherType(stored))
                .or(() -> otherConstraint(stored))
                .or(() -> stored.obstacles().stream()
                        .map(obstacle -> "table " + table + " " + obstacle)
                        .findFirst());
    }

    private Optional<String> unfilled(Table stored) {
        return stored.columns().entrySet().stream()
                .filter(column -> column.getValue().isRequired() && !columns.contains(column.getKey()))
                .map(column -> "column " + column.getKey() + " of table " + table + " is NOT NULL without a default,"
                        + " and COPY does not fill it")
                .sorted()
                .findFirst();
    }

    private Optional<String> otherType(Table stored) {
        return columns.stream()
                .filter(stored.columns()::containsKey)
                .filter(column -> !category(stored, column).equals(categories.getOrDefault(column, TEXT)))
                .map(column -> "column " + column + " of table " + table + " has the type "
                        + Objects.requireNonNull(stored.columns().get(column)).type())
                .findFirst();
    }

    private static String category(Table stored, String column) {
        return Objects.requireNonNull(stored.columns().get(column)).category();
    }

    /** A constraint that names no column is taken for one of the whole row. */
    private Optional<String> otherConstraint(Table stored) {
        return stored.constraints().stream()
                .filter(found ->
                        found.columns().isEmpty() || found.columns().stream().anyMatch(columns::contains))
                .filter(found -> !found.kind().equals(constraints.get(found.columns())))
                .map(found ->
                        "table " + table + " has the constraint " + found.name() + ", which Keycloak does not create")
                .findFirst();
    }

    private static boolean isLacking(@Nullable KeycloakRelease first, KeycloakRelease release) {
        return first != null && !release.isAtLeast(first.major(), first.minor());
    }
}
