package org.millrace.bulk.job.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.server.Sql;

/**
 * The tables {@code work_queue} and {@code processed_log} of another database, as {@code docs/samples/work-queue.sql} makes them. A row is
 * claimed by a lease, which is the name of a claimed batch; the node that holds it is stored in Keycloak's database. For one thread.
 */
final class WorkQueue {
    /** Limits the delay of a row to a thousand times the first one. */
    private static final int MOST_DOUBLINGS = 10;

    private final Connection connection;

    /** @param connection in a transaction, which the caller ends */
    WorkQueue(Connection connection) {
        this.connection = connection;
    }

    /**
     * A row that was claimed.
     *
     * @param attempts how often it has failed before
     * @param length of its payload, in bytes
     * @param payload null if it is too long to be looked at
     */
    record Row(long id, int attempts, long length, @Nullable String payload) {
        /** A payload may hold passwords. */
        @Override
        public String toString() {
            return "Row[" + id + "]";
        }
    }

    /**
     * Claims rows whose time has come, oldest first; rows that others are about to claim are left to them.
     *
     * @param mostBytes of all payloads together; one row is claimed in any case
     * @param mostOfOne bytes of a payload; rows with longer ones are claimed without it
     */
    List<Row> claim(String lease, int most, long mostBytes, int mostOfOne) throws SQLException {
        return new Sql(
                        connection,
                        "WITH free AS (SELECT id, payload, next_try FROM work_queue WHERE lease IS NULL AND next_try <= NOW()"
                                + " ORDER BY next_try, id LIMIT ? FOR UPDATE SKIP LOCKED),"
                                + " fitting AS (SELECT id FROM (SELECT id, ROW_NUMBER() OVER running AS place,"
                                + " SUM(LEAST(OCTET_LENGTH(payload), ?)) OVER running AS bytes FROM free"
                                + " WINDOW running AS (ORDER BY next_try, id)) AS sized WHERE place = 1 OR bytes <= ?)"
                                + " UPDATE work_queue AS q SET lease = ? FROM fitting WHERE q.id = fitting.id"
                                + " RETURNING q.id, q.attempts, OCTET_LENGTH(q.payload), CASE WHEN OCTET_LENGTH(q.payload) <= ? THEN q.payload END",
                        most,
                        mostOfOne,
                        mostBytes,
                        lease,
                        mostOfOne)
                .all(row -> new Row(row.getLong(1), row.getInt(2), row.getLong(3), row.getString(4)));
    }

    /** Leases of a job that rows are under. */
    List<String> leases(String jobId) throws SQLException {
        return new Sql(connection, "SELECT DISTINCT lease FROM work_queue WHERE lease LIKE ?", jobId + "/%")
                .all(row -> row.getString(1));
    }

    /** Gives rows back as they were. */
    void release(String lease) throws SQLException {
        new Sql(connection, "UPDATE work_queue SET lease = NULL WHERE lease = ?", lease).update();
    }

    /** Removes a row from the queue and records its result; without effect unless the row is under this lease. */
    void finish(String lease, long id, String outcome, @Nullable String entityId, @Nullable String error)
            throws SQLException {
        new Sql(
                        connection,
                        "WITH done AS (DELETE FROM work_queue WHERE id = ? AND lease = ? RETURNING *)"
                                + " INSERT INTO processed_log (id, source_table, source_key, attempts, outcome, entity_id, error)"
                                + " SELECT id, source_table, source_key, attempts + 1, ?, ?, ? FROM done",
                        id,
                        lease,
                        outcome,
                        entityId,
                        error)
                .update();
    }

    /** Releases a failed row for a later retry: after the delay, which doubles with each further failure. */
    void retry(String lease, long id, Duration rest, String error) throws SQLException {
        new Sql(
                        connection,
                        "UPDATE work_queue SET attempts = attempts + 1, next_try = NOW() + CAST(? AS DOUBLE PRECISION)"
                                + " * POWER(2, LEAST(attempts, ?)) * INTERVAL '1 millisecond',"
                                + " last_error = ?, lease = NULL WHERE id = ? AND lease = ?",
                        rest.toMillis(),
                        MOST_DOUBLINGS,
                        error,
                        id,
                        lease)
                .update();
    }

    /** Whether nothing waits to be claimed, now or later. What other jobs have claimed is theirs. */
    boolean isDrained() throws SQLException {
        return new Sql(connection, "SELECT 1 FROM work_queue WHERE lease IS NULL LIMIT 1")
                .first(row -> true)
                .isEmpty();
    }
}
