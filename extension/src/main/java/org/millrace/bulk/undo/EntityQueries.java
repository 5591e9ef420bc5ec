package org.millrace.bulk.undo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.server.Sql;

/** Reads the rows of many entities in one transaction. For one thread. */
public final class EntityQueries {
    private static final Pattern TABLE = Pattern.compile("\\{(\\w+)}");

    /** Generated ids, and columns that Keycloak writes without a change of the entity. */
    private static final Set<String> IGNORED =
            Set.of("id", "version", "created_timestamp", "last_modified_timestamp", "millrace_key");

    private final Connection connection;
    private final UnaryOperator<String> tables;

    EntityQueries(Connection connection, UnaryOperator<String> tables) {
        this.connection = connection;
        this.tables = tables;
    }

    /** Two ids of one row. */
    public record Pair(String parent, String id) {}

    /** The pairs of a table whose first column has one of these ids. */
    public List<Pair> pairs(String parent, String id, String table, Collection<String> parents) throws SQLException {
        return pairs(parent, id, table, parents, "1 = 1");
    }

    /**
     * The pairs of a table whose first column has one of these ids.
     *
     * @param condition for the rows in SQL
     */
    public List<Pair> pairs(String parent, String id, String table, Collection<String> parents, String condition)
            throws SQLException {
        List<Pair> pairs = new ArrayList<>();
        String sql = "SELECT " + parent + ", " + id + " FROM " + tables.apply(table) + " WHERE " + condition + " AND "
                + parent + " IN ";
        for (List<String> some : Sql.inParts(parents)) {
            pairs.addAll(Sql.in(connection, sql, some).all(row -> new Pair(row.getString(1), row.getString(2))));
        }
        return pairs;
    }

    /** A group below another one. */
    record Group(String parent, String id, String name) {}

    /** The groups directly below some groups. */
    List<Group> groups(Collection<String> parents) throws SQLException {
        List<Group> groups = new ArrayList<>();
        String sql = "SELECT parent_group, id, name FROM " + tables.apply("keycloak_group") + " WHERE parent_group IN ";
        for (List<String> some : Sql.inParts(parents)) {
            groups.addAll(Sql.in(connection, sql, some)
                    .all(row -> new Group(row.getString(1), row.getString(2), row.getString(3))));
        }
        return groups;
    }

    /**
     * Adds rows to the entities that they belong to.
     *
     * @param roots the entity by the id that the rows have
     */
    void add(EntityRows.Part part, Map<String, String> roots, Map<String, StoredEntity> found) throws SQLException {
        String sql = "SELECT " + part.columns() + ", " + part.column() + " AS millrace_key FROM " + named(part.from())
                + " WHERE " + part.key() + " IN ";
        for (List<String> some : Sql.inParts(roots.keySet())) {
            Sql.in(connection, sql, some).all(row -> {
                String owner = row.getString("millrace_key");
                String root = Objects.requireNonNull(roots.get(owner));
                found.computeIfAbsent(root, id -> new StoredEntity())
                        .add(owner, part.from() + text(row), part.inState());
                return root;
            });
        }
    }

    private String named(String from) {
        return TABLE.matcher(from).replaceAll(found -> Matcher.quoteReplacement(tables.apply(found.group(1))));
    }

    /** The values by column; Keycloak's model makes no difference between an empty and a missing text. */
    private static String text(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        Map<String, String> values = new TreeMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = columns.getColumnLabel(i).toLowerCase(Locale.ROOT);
            String value = IGNORED.contains(name) ? null : row.getString(i);
            if (value != null && !value.isEmpty()) {
                values.put(name, value);
            }
        }
        return values.toString();
    }
}
