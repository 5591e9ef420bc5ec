package org.millrace.bulk.pace;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.millrace.bulk.chunk.ClusterShare.Phase;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** A row for each node that writes, in Keycloak's database. Safe for any thread. */
final class PaceTable implements WritingNodes {
    private static final String TABLE = "millrace_pace";

    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final Pace.Source source;

    PaceTable(Pace.Source source) {
        this.source = source;
    }

    @Override
    public Meeting meet(String node, int chunks, Phase phase) throws SQLException {
        Database database = source.get();
        return database.inTransaction(connection -> {
            long now = Database.now(connection);
            say(connection, database.table(TABLE), node, now, chunks, phase);
            List<Writer> writers = new Sql(
                            connection,
                            "SELECT NODE, SINCE, CHUNKS, PHASE FROM " + database.table(TABLE)
                                    + " WHERE SEEN_AT > ? ORDER BY SINCE, NODE",
                            now - SILENT.toMillis())
                    .all(row ->
                            new Writer(row.getString(1), row.getLong(2), row.getInt(3), Phase.values()[row.getInt(4)]));
            return new Meeting(writers, now);
        });
    }

    private static void say(Connection connection, String table, String node, long now, int chunks, Phase phase)
            throws SQLException {
        String update = "UPDATE " + table + " SET SEEN_AT = ?, CHUNKS = ?, PHASE = ? WHERE NODE = ?";
        if (new Sql(connection, update, now, chunks, phase.ordinal(), node).update() == 0) {
            new Sql(connection, "DELETE FROM " + table + " WHERE SEEN_AT < ?", now - FORGOTTEN.toMillis()).update();
            String insert = "INSERT INTO " + table + " (NODE, SINCE, SEEN_AT, CHUNKS, PHASE) VALUES (?, ?, ?, ?, ?)";
            new Sql(connection, insert, node, now, now, chunks, phase.ordinal()).update();
        }
    }

    @Override
    public void leave(String node) throws SQLException {
        Database database = source.get();
        database.inTransaction(connection ->
                new Sql(connection, "DELETE FROM " + database.table(TABLE) + " WHERE NODE = ?", node).update());
    }
}
