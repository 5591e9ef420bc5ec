package org.millrace.bulk.entity.user.copy;

import java.io.IOException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.copy.CopyTable;
import org.millrace.server.ForeignKeyCatalog;
import org.millrace.server.ForeignKeyCatalog.ForeignKey;
import org.millrace.server.Sql;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Inserts the rows of a chunk and checks their foreign keys once for all of them. The triggers that check each row are disabled
 * for the {@code COPY} statements only, and only if no other trigger or rule is affected.
 *
 * @see <a
 * href="https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-SESSION-REPLICATION-ROLE">session_replication_role</a>
 */
final class ChunkForeignKeys {
    private static final Logger LOG = Logger.getLogger(ChunkForeignKeys.class);
    private static final String ROLE = "SELECT set_config('session_replication_role', ?, true)";

    private ChunkForeignKeys() {}

    /**
     * Inserts rows inside a session's transaction.
     *
     * @param inOrder the tables, parents first
     * @return how the foreign keys were checked; empty if there are no rows
     * @throws ConcurrentChangeException if a row that is referred to does not exist; the transaction must be rolled back then
     */
    static Optional<ForeignKeyChecks> insert(Connection connection, List<CopyTable> inOrder)
            throws SQLException, IOException {
        List<CopyTable> filled =
                inOrder.stream().filter(table -> !table.isEmpty()).toList();
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        if (filled.isEmpty()) {
            return Optional.empty();
        }
        ForeignKeyCatalog catalog = ForeignKeyCatalog.locked(
                connection, filled.stream().map(CopyTable::target).toList());
        Map<String, CopyTable> tables =
                filled.stream().collect(Collectors.toMap(CopyTable::target, Function.identity()));
        Optional<String> obstacle = catalog.obstacle().or(() -> unwritten(catalog.keys(), tables));
        if (obstacle.isPresent()) {
            LOG.debugf("Foreign keys are checked for each row: %s", obstacle.get());
            copyAll(filled, copy);
            return Optional.of(ForeignKeyChecks.ROW);
        }
        role(connection, "replica");
        copyAll(filled, copy);
        role(connection, "origin");
        check(connection, catalog.keys(), tables);
        return Optional.of(ForeignKeyChecks.CHUNK);
    }

    /** A column that is not written has its default, which nothing here reads. */
    private static Optional<String> unwritten(List<ForeignKey> keys, Map<String, CopyTable> tables) {
        return keys.stream()
                .filter(key -> !table(tables, key.table()).writes(key.column()))
                .map(key -> "column \"" + key.column() + "\" of table \"" + key.table() + "\" is not written")
                .findFirst();
    }

    private static CopyTable table(Map<String, CopyTable> tables, String name) {
        return Objects.requireNonNull(tables.get(name), name);
    }

    private static void copyAll(List<CopyTable> tables, CopyManager copy) throws IOException {
        for (CopyTable table : tables) {
            table.write(copy);
        }
    }

    private static void role(Connection connection, String role) throws SQLException {
        new Sql(connection, ROLE, role).first(row -> row.getString(1));
    }

    /** A column that is referred to; ordered as rows are locked. */
    private record Parent(String table, String column) implements Comparable<Parent> {
        @Override
        public int compareTo(Parent other) {
            int byTable = table.compareTo(other.table);
            return byTable != 0 ? byTable : column.compareTo(other.column);
        }
    }

    /** Rows of the chunk itself exist. All other targets are looked up, and locked as the triggers do. */
    private static void check(Connection connection, List<ForeignKey> keys, Map<String, CopyTable> tables)
            throws SQLException {
        Map<Parent, Set<String>> wanted = new TreeMap<>();
        for (ForeignKey key : keys) {
            wanted.computeIfAbsent(new Parent(key.parent(), key.parentColumn()), parent -> new TreeSet<>())
                    .addAll(table(tables, key.table()).values(key.column()));
        }
        for (Map.Entry<Parent, Set<String>> entry : wanted.entrySet()) {
            Parent parent = entry.getKey();
            CopyTable inserted = tables.get(parent.table());
            if (inserted != null && inserted.writes(parent.column())) {
                entry.getValue().removeAll(inserted.values(parent.column()));
            }
            if (!entry.getValue().isEmpty()) {
                lock(connection, parent, entry.getValue());
            }
        }
    }

    private static void lock(Connection connection, Parent parent, Set<String> wanted) throws SQLException {
        String sql = "SELECT " + parent.column() + " FROM ONLY " + parent.table() + " WHERE " + parent.column()
                + " = ANY (?) ORDER BY " + parent.column() + " FOR KEY SHARE";
        Array keys = connection.createArrayOf("varchar", wanted.toArray());
        int found = 0;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setArray(1, keys);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found++;
                }
            }
        } finally {
            keys.free();
        }
        if (found < wanted.size()) {
            throw new ConcurrentChangeException("a referenced role, group or client was removed");
        }
    }
}
