package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * The rows of jobs. What changes a row needs its lock, see {@link #locked}. Thread-safe.
 *
 * <p>One long class: all statements for one table.
 */
public final class JobTable {
    private final JobDatabase database;

    /** Jobs in this database. */
    public JobTable(JobDatabase database) {
        this.database = database;
    }

    /** A job, and the hash of the request that created it. */
    record Created(Job job, String requestHash) {}

    /**
     * A node that holds the state of a dry run in memory.
     *
     * @param until end of its lease, milliseconds since the epoch
     */
    public record DryRunOwner(String name, long until) {}

    /** A paused undo job, and the job that it undoes. */
    public record PausedUndo(String id, String undoOf) {}

    /** Adds an open job. */
    public void add(Connection connection, String id, JobStore.Request request) throws SQLException {
        String sql = """
                INSERT INTO %s (ID, REALM_ID, ENTITY, STATE, OPTIONS, CALLER, IDEMPOTENCY_KEY, REQUEST_HASH, CREATED_AT, SOURCE,
                    OWNER_ID, OWNER, PROBLEM, DETAIL)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """.formatted(database.job());
        new Sql(
                        connection,
                        sql,
                        id,
                        request.realmId(),
                        request.entity(),
                        JobState.OPEN.word(),
                        request.options(),
                        request.caller(),
                        request.idempotencyKey().orElse(null),
                        request.requestHash(),
                        Database.now(connection),
                        request.source().orElse(null),
                        request.ownerId(),
                        request.owner(),
                        request.fault().map(JobFailure::code).orElse(null),
                        request.fault().map(JobFailure::detail).orElse(null))
                .update();
    }

    /** How many jobs of a realm are not finished. */
    long unfinished(Connection connection, String realmId) throws SQLException {
        String sql = """
                SELECT COUNT(*) FROM %s WHERE REALM_ID = ? AND FINISHED_AT IS NULL
                """.formatted(database.job());
        return new Sql(connection, sql, realmId).first(row -> row.getLong(1)).orElse(0L);
    }

    /** How many jobs of a user in a realm are not finished. */
    long unfinished(Connection connection, String realmId, String ownerId) throws SQLException {
        String sql = """
                SELECT COUNT(*) FROM %s WHERE REALM_ID = ? AND FINISHED_AT IS NULL AND OWNER_ID = ?
                """.formatted(database.job());
        return new Sql(connection, sql, realmId, ownerId)
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /** The job that was created with an idempotency key. */
    Optional<Created> createdWith(Connection connection, String realmId, String idempotencyKey) throws SQLException {
        String sql = """
                SELECT * FROM %s WHERE REALM_ID = ? AND IDEMPOTENCY_KEY = ?
                """.formatted(database.job());
        return new Sql(connection, sql, realmId, idempotencyKey)
                .first(row -> new Created(job(row), row.getString("REQUEST_HASH")));
    }

    /** A job of a realm. */
    Optional<Job> find(Connection connection, String realmId, String id) throws SQLException {
        String sql = """
                SELECT * FROM %s WHERE ID = ? AND REALM_ID = ?
                """.formatted(database.job());
        return new Sql(connection, sql, id, realmId).first(JobTable::job);
    }

    /** A job as it is now. */
    public Optional<Job> find(Connection connection, String id) throws SQLException {
        String sql = """
                SELECT * FROM %s WHERE ID = ?
                """.formatted(database.job());
        return new Sql(connection, sql, id).first(JobTable::job);
    }

    /** A job with its row locked until the end of the transaction. */
    public Optional<Job> locked(Connection connection, String id) throws SQLException {
        String sql = """
                SELECT * FROM %s WHERE ID = ? FOR UPDATE
                """.formatted(database.job());
        return new Sql(connection, sql, id).first(JobTable::job);
    }

    /** The jobs of a realm that a caller may see, newest first. */
    List<Job> list(
            Connection connection,
            String realmId,
            JobStore.Visible visible,
            Optional<JobState> state,
            int first,
            int max)
            throws SQLException {
        List<Object> parameters = new ArrayList<>();
        parameters.add(realmId);
        String filter = "(" + among(visible.entities(), parameters);
        parameters.add(visible.ownerId());
        filter += " OR OWNER_ID = ? AND " + among(visible.ownEntities(), parameters) + ")"
                + (state.isPresent() ? " AND STATE = ?" : "");
        state.ifPresent(wanted -> parameters.add(wanted.word()));
        parameters.add(max);
        parameters.add(first);
        String sql = """
                SELECT * FROM %s WHERE REALM_ID = ? AND %s ORDER BY CREATED_AT DESC, ID DESC LIMIT ? OFFSET ?
                """.formatted(database.job(), filter);
        return new Sql(connection, sql, parameters.toArray()).all(JobTable::job);
    }

    private static String among(List<String> entities, List<Object> parameters) {
        parameters.addAll(entities);
        return entities.isEmpty() ? "1 = 0" : "ENTITY IN " + Sql.marks(entities.size());
    }

    /** All running jobs, oldest first. */
    List<Job> running(Connection connection) throws SQLException {
        String sql = """
                SELECT * FROM %s WHERE STATE = ? ORDER BY CREATED_AT, ID
                """.formatted(database.job());
        return new Sql(connection, sql, JobState.RUNNING.word()).all(JobTable::job);
    }

    /** Paused and finished jobs whose work queue has not received all results. */
    List<Job> unacknowledged(Connection connection) throws SQLException {
        String sql = """
                SELECT * FROM %s j WHERE SOURCE IS NOT NULL AND STATE <> ?
                  AND EXISTS (SELECT 1 FROM %s p WHERE p.JOB_ID = j.ID AND p.ACKNOWLEDGED = 0)
                """.formatted(database.job(), database.part());
        return new Sql(connection, sql, JobState.RUNNING.word()).all(JobTable::job);
    }

    /** The jobs that undo a job, dry runs included. */
    public List<Job> undoing(Connection connection, String id) throws SQLException {
        String sql = """
                SELECT * FROM %s WHERE UNDO_OF = ?
                """.formatted(database.job());
        return new Sql(connection, sql, id).all(JobTable::job);
    }

    /** The ids of all jobs of a realm. */
    public List<String> ofRealm(Connection connection, String realmId) throws SQLException {
        String sql = """
                SELECT ID FROM %s WHERE REALM_ID = ?
                """.formatted(database.job());
        return new Sql(connection, sql, realmId).all(row -> row.getString(1));
    }

    /**
     * The ids of jobs that were finished, or left open, before a time; without those whose results are still to be written to their work
     * queue, and those that are being undone.
     *
     * @param before milliseconds since the epoch
     */
    public List<String> older(Connection connection, long before) throws SQLException {
        String sql = """
                SELECT ID FROM %1$s j WHERE (FINISHED_AT < ? OR (STATE = ? AND CREATED_AT < ?))
                  AND (SOURCE IS NULL OR NOT EXISTS (SELECT 1 FROM %2$s p WHERE p.JOB_ID = j.ID AND p.ACKNOWLEDGED = 0))
                  AND NOT EXISTS (SELECT 1 FROM %1$s u WHERE u.UNDO_OF = j.ID AND u.FINISHED_AT IS NULL)
                """.formatted(database.job(), database.part());
        return new Sql(connection, sql, before, JobState.OPEN.word(), before).all(row -> row.getString(1));
    }

    /**
     * Paused undo jobs of jobs that finished before a time.
     *
     * @param before milliseconds since the epoch
     */
    public List<PausedUndo> pausedUndos(Connection connection, long before) throws SQLException {
        String sql = """
                SELECT u.ID, j.ID FROM %1$s u JOIN %1$s j ON j.ID = u.UNDO_OF WHERE u.STATE = ? AND j.FINISHED_AT < ?
                """.formatted(database.job());
        return new Sql(connection, sql, JobState.PAUSED.word(), before)
                .all(row -> new PausedUndo(row.getString(1), row.getString(2)));
    }

    /** Starts a job on behalf of a caller. */
    public void start(Connection connection, String id, String caller, long now) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, CALLER = ?, TOTAL = CASE WHEN SOURCE IS NULL THEN %s END, ATTEMPTS = 1, STARTED_AT = ?,
                    RUNNING_SINCE = ?
                WHERE ID = ?
                """.formatted(database.job(), total());
        new Sql(connection, sql, JobState.RUNNING.word(), caller, id, now, now, id).update();
    }

    /**
     * Starts an added job as the undo of another one.
     *
     * @param total number of its records
     */
    public void startUndo(Connection connection, String id, String undoOf, String options, long total, long now)
            throws SQLException {
        String sql = """
                UPDATE %s SET UNDO_OF = ?, OPTIONS = ?, STATE = ?, TOTAL = ?, ATTEMPTS = 1, STARTED_AT = ?, RUNNING_SINCE = ?
                WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, undoOf, options, JobState.RUNNING.word(), total, now, now, id).update();
    }

    /** Pauses a job. */
    public void pause(Connection connection, Job job, long now) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, RAN_MILLIS = ?, RUNNING_SINCE = NULL WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, JobState.PAUSED.word(), job.ranUntil(now), job.id()).update();
    }

    /** Resumes a job on behalf of a caller. */
    public void resume(Connection connection, String id, String caller, long now) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, CALLER = ?, RUNNING_SINCE = ? WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, JobState.RUNNING.word(), caller, now, id).update();
    }

    /** Changes the options of a job. */
    public void setOptions(Connection connection, String id, String options) throws SQLException {
        String sql = """
                UPDATE %s SET OPTIONS = ? WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, options, id).update();
    }

    /** Ends a job. */
    public void finish(
            Connection connection, Job job, long now, JobState state, @Nullable String problem, @Nullable String detail)
            throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, TOTAL = %s, RAN_MILLIS = ?, RUNNING_SINCE = NULL, FINISHED_AT = ?, PROBLEM = ?, DETAIL = ?
                WHERE ID = ?
                """.formatted(database.job(), total());
        new Sql(connection, sql, state.word(), job.id(), job.ranUntil(now), now, problem, detail, job.id()).update();
    }

    private String total() {
        return "(SELECT COALESCE(SUM(RECORDS), 0) FROM " + database.part() + " WHERE JOB_ID = ? AND ARRIVED = 1)";
    }

    /**
     * Notes that a chunk is claimed.
     *
     * @param takenOver whether another node had claimed it
     */
    public void claimed(Connection connection, String id, long token, boolean takenOver) throws SQLException {
        String sql = """
                UPDATE %s SET LAST_TOKEN = ?, ATTEMPTS = ATTEMPTS + ? WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, token, takenOver ? 1 : 0, id).update();
    }

    /** The node that holds the state of a dry run. */
    public DryRunOwner dryRunOwner(Connection connection, String id) throws SQLException {
        String sql = """
                SELECT REHEARSED_BY, REHEARSED_UNTIL FROM %s WHERE ID = ?
                """.formatted(database.job());
        return new Sql(connection, sql, id)
                .first(row -> new DryRunOwner(String.valueOf(row.getString(1)), row.getLong(2)))
                .orElseThrow(() -> new SQLException("a job was removed while its row was locked"));
    }

    /**
     * Gives a dry run to a node.
     *
     * @param restarted whether another node had it
     */
    public void setDryRunOwner(Connection connection, String id, DryRunOwner owner, boolean restarted)
            throws SQLException {
        String sql = """
                UPDATE %s SET REHEARSED_BY = ?, REHEARSED_UNTIL = ?, ATTEMPTS = ATTEMPTS + ? WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, owner.name(), owner.until(), restarted ? 1 : 0, id).update();
    }

    /** Extends the lease of dry runs; one that another node has by now is left to it. */
    public void renew(Connection connection, DryRunOwner owner) throws SQLException {
        String sql = """
                UPDATE %s SET REHEARSED_UNTIL = ? WHERE REHEARSED_BY = ?
                """.formatted(database.job());
        new Sql(connection, sql, owner.until(), owner.name()).update();
    }

    /** How far the chunks of an undo job are made: empty text before the first one; empty if there is no such job. */
    public Optional<String> undoCursor(Connection connection, String id) throws SQLException {
        String sql = """
                SELECT UNDO_CURSOR FROM %s WHERE ID = ?
                """.formatted(database.job());
        return new Sql(connection, sql, id).first(row -> Objects.requireNonNullElse(row.getString(1), ""));
    }

    /** Notes how far the chunks of an undo job are made. */
    public void setUndoCursor(Connection connection, String id, String cursor) throws SQLException {
        String sql = """
                UPDATE %s SET UNDO_CURSOR = ? WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, cursor, id).update();
    }

    /** Removes a job. */
    public void remove(Connection connection, String id) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE ID = ?
                """.formatted(database.job());
        new Sql(connection, sql, id).update();
    }

    private static Job job(ResultSet row) throws SQLException {
        return new Job(
                row.getString("ID"),
                row.getString("REALM_ID"),
                row.getString("ENTITY"),
                JobState.of(row.getString("STATE")).orElseThrow(() -> new SQLException("Unknown state of a job")),
                row.getString("OPTIONS"),
                row.getString("CALLER"),
                Sql.longOrNull(row, "TOTAL"),
                row.getInt("ATTEMPTS"),
                row.getLong("CREATED_AT"),
                Sql.longOrNull(row, "STARTED_AT"),
                Sql.longOrNull(row, "RUNNING_SINCE"),
                row.getLong("RAN_MILLIS"),
                Sql.longOrNull(row, "FINISHED_AT"),
                row.getString("PROBLEM"),
                row.getString("DETAIL"),
                row.getLong("LAST_TOKEN"),
                row.getString("SOURCE"),
                row.getString("OWNER_ID"),
                row.getString("OWNER"),
                row.getString("UNDO_OF"));
    }
}
