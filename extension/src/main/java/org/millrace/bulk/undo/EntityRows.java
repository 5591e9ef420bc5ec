package org.millrace.bulk.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The rows that make up the entities of a record type, by which an undo notices that a created entity was changed since. Rows of other
 * entities that refer to it, such as members of a group, do not count, except those that Keycloak deletes along with it.
 */
public class EntityRows {
    private final EntityTable table;
    private final List<Part> parts;

    /** The rows of an entity of this table. */
    public EntityRows(EntityTable table, Part... parts) {
        this.table = table;
        this.parts = List.of(parts);
    }

    /**
     * Rows of one table.
     *
     * @param from tables in braces
     * @param key the column with the entity's id, last in a condition
     * @param inState whether the state that an undo restores covers the rows
     */
    public record Part(String columns, String from, String key, boolean inState) {
        /** The column alone. */
        String column() {
            return key.substring(key.lastIndexOf(' ') + 1);
        }
    }

    /** Rows that the state of the entity covers. */
    public static Part part(String columns, String from, String key) {
        return new Part(columns, from, key, true);
    }

    /** Rows that the state of the entity leaves out. */
    public static Part apart(String columns, String from, String key) {
        return new Part(columns, from, key, false);
    }

    /** The table of the entities. */
    public final EntityTable table() {
        return table;
    }

    /**
     * Reads entities.
     *
     * @param tables the name of a table in SQL
     * @return those that exist, by id
     */
    public Map<String, StoredEntity> read(Connection connection, UnaryOperator<String> tables, Iterable<String> ids)
            throws SQLException {
        EntityQueries queries = new EntityQueries(connection, tables);
        Map<String, StoredEntity> found = new HashMap<>();
        Map<String, String> roots = new HashMap<>();
        for (String id : ids) {
            roots.put(id, id);
        }
        for (Part part : parts) {
            queries.add(part, roots, found);
        }
        addRelated(queries, found);
        return found;
    }

    /**
     * Adds the rows to which only rows of an entity lead.
     *
     * @param found by id
     */
    protected void addRelated(EntityQueries queries, Map<String, StoredEntity> found) throws SQLException {
        // Most entities have no rows that only their own rows lead to.
    }

    /**
     * Adds the groups below some groups, each with these rows.
     *
     * @param found the entities by id
     * @param roots the entity of each group, by the group's id
     */
    public final void addSubgroups(EntityQueries queries, Map<String, StoredEntity> found, Map<String, String> roots)
            throws SQLException {
        Map<String, String> level = roots;
        while (!level.isEmpty()) {
            Map<String, String> below = new HashMap<>();
            for (EntityQueries.Group child : queries.groups(level.keySet())) {
                String root = Objects.requireNonNull(level.get(child.parent()));
                below.put(child.id(), root);
                found.computeIfAbsent(root, id -> new StoredEntity())
                        .addGroup(child.id(), child.parent(), child.name());
            }
            for (Part part : parts) {
                queries.add(part, below, found);
            }
            level = below;
        }
    }
}
