package org.millrace.bulk.throttle;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** A row for each node that writes, in Keycloak's database. Safe for use by several threads. */
final class WritingNodeTable implements WritingNodes {
    private static final String TABLE = "millrace_pace";

    /** What nodes of earlier versions read as "this node has found a limit". */
    private static final int SETTLED = 0;

    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final ImportThrottle.Source source;

    WritingNodeTable(ImportThrottle.Source source) {
        this.source = source;
    }

    @Override
    public int heartbeat(String node, int limit) throws SQLException {
        Database database = source.get();
        return database.inTransaction(connection -> {
            long now = Database.now(connection);
            write(connection, database.table(TABLE), node, now, limit);
            return new Sql(
                            connection,
                            "SELECT COUNT(*) FROM " + database.table(TABLE) + " WHERE SEEN_AT > ?",
                            now - SILENT.toMillis())
                    .first(row -> row.getInt(1))
                    .orElse(1);
        });
    }

    private static void write(Connection connection, String table, String node, long now, int limit)
            throws SQLException {
        String update = "UPDATE " + table + " SET SEEN_AT = ?, CHUNKS = ?, PHASE = ? WHERE NODE = ?";
        if (new Sql(connection, update, now, limit, SETTLED, node).update() == 0) {
            new Sql(connection, "DELETE FROM " + table + " WHERE SEEN_AT < ?", now - FORGOTTEN.toMillis()).update();
            String insert = "INSERT INTO " + table + " (NODE, SINCE, SEEN_AT, CHUNKS, PHASE) VALUES (?, ?, ?, ?, ?)";
            new Sql(connection, insert, node, now, now, limit, SETTLED).update();
        }
    }

    @Override
    public void leave(String node) throws SQLException {
        Database database = source.get();
        database.inTransaction(connection ->
                new Sql(connection, "DELETE FROM " + database.table(TABLE) + " WHERE NODE = ?", node).update());
    }
}
