package org.millrace.bulk.pace;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.millrace.bulk.chunk.ClusterShare.Phase;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Where nodes that write chunks say so to each other: a row each in Keycloak's database. Safe for any thread. */
final class PaceTable {
    private static final String TABLE = "millrace_pace";

    /** Whoever has said nothing for so long, does not write. */
    static final Duration SILENT = Duration.ofSeconds(5);

    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final Pace.Source source;

    PaceTable(Pace.Source source) {
        this.source = source;
    }

    /**
     * A node that writes.
     *
     * @param since when it began, in milliseconds since the epoch
     * @param chunks how many at once the database gains from, as far as it knows
     * @param phase how far it is in finding that
     */
    record Writer(String node, long since, int chunks, Phase phase) {}

    /**
     * All nodes that write.
     *
     * @param writers whoever began first is first; the node that asks is among them
     * @param now milliseconds since the epoch, by the database's clock
     */
    record Meeting(List<Writer> writers, long now) {
        Meeting {
            writers = List.copyOf(writers);
        }
    }

    /** Says that a node writes, and who else does. */
    Meeting meet(String node, int chunks, Phase phase) throws SQLException {
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

    /** Says that a node does not write any more. */
    void leave(String node) throws SQLException {
        Database database = source.get();
        database.inTransaction(connection ->
                new Sql(connection, "DELETE FROM " + database.table(TABLE) + " WHERE NODE = ?", node).update());
    }
}
