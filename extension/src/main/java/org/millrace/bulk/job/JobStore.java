package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * The jobs of all realms and their life cycle. Each call is a transaction of its own, and locks its job's row, so that all nodes
 * agree on the state. Safe for any thread.
 */
public final class JobStore {
    private static final Set<JobState> UNFINISHED =
            Collections.unmodifiableSet(EnumSet.of(JobState.OPEN, JobState.RUNNING, JobState.PAUSED));

    private final JobDatabase database;

    /** Jobs in this database. */
    public JobStore(JobDatabase database) {
        this.database = database;
    }

    /**
     * What a client asked for.
     *
     * @param options a JSON object with the names of the query parameters
     * @param caller who asked, see {@link org.millrace.server.Caller#detached}
     * @param idempotencyKey a hash of the client's key and of who sent it; empty if none was sent
     * @param requestHash a hash of all that the request says
     * @param source the name of the work queue that records come from; empty if they are uploaded
     */
    public record Request(
            String realmId,
            String entity,
            String options,
            String caller,
            Optional<String> idempotencyKey,
            String requestHash,
            Optional<String> source) {
        /** Without the caller, whose claims name a person. */
        @Override
        public String toString() {
            return "Request[" + entity + "]";
        }
    }

    /**
     * Makes a job, or finds the one that the same request made before.
     *
     * @throws JobConflict {@code idempotency-key-reused} if another request had the same key
     */
    public Job create(Request request) throws SQLException, JobConflict {
        if (request.idempotencyKey().isPresent()) {
            Optional<Job> made = madeBefore(request);
            if (made.isPresent()) {
                return made.get();
            }
        }
        String id = UUID.randomUUID().toString();
        try {
            database.inTransaction(connection -> new Sql(
                            connection,
                            "INSERT INTO " + database.job()
                                    + " (ID, REALM_ID, ENTITY, STATE, OPTIONS, CALLER, IDEMPOTENCY_KEY, REQUEST_HASH,"
                                    + " CREATED_AT, SOURCE) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            id,
                            request.realmId(),
                            request.entity(),
                            JobState.OPEN.word(),
                            request.options(),
                            request.caller(),
                            request.idempotencyKey().orElse(null),
                            request.requestHash(),
                            Database.now(connection),
                            request.source().orElse(null))
                    .update());
        } catch (SQLException e) {
            if (!DatabaseFaults.isDuplicate(e)) {
                throw e;
            }
            return madeBefore(request).orElseThrow(() -> e);
        }
        return find(request.realmId(), id).orElseThrow(() -> new SQLException("job " + id + " is gone"));
    }

    private Optional<Job> madeBefore(Request request) throws SQLException, JobConflict {
        record Made(Job job, String requestHash) {}
        Optional<Made> made = database.read(connection -> new Sql(
                        connection,
                        "SELECT * FROM " + database.job() + " WHERE REALM_ID = ? AND IDEMPOTENCY_KEY = ?",
                        request.realmId(),
                        request.idempotencyKey().orElse(null))
                .first(row -> new Made(job(row), row.getString("REQUEST_HASH"))));
        if (made.isPresent() && !made.get().requestHash().equals(request.requestHash())) {
            throw new JobConflict("idempotency-key-reused", "Another request was sent with the same Idempotency-Key");
        }
        return made.map(Made::job);
    }

    /** The job; empty if the realm has none with this id. */
    public Optional<Job> find(String realmId, String id) throws SQLException {
        return database.read(connection -> new Sql(
                        connection, "SELECT * FROM " + database.job() + " WHERE ID = ? AND REALM_ID = ?", id, realmId)
                .first(JobStore::job));
    }

    /** Jobs of a realm that import one of these entities, newest first. */
    public List<Job> list(String realmId, List<String> entities, Optional<JobState> state, int first, int max)
            throws SQLException {
        String filter = " AND ENTITY IN ("
                + entities.stream().map(entity -> "?").collect(Collectors.joining(", ")) + ")"
                + (state.isPresent() ? " AND STATE = ?" : "");
        List<Object> parameters = new ArrayList<>();
        parameters.add(realmId);
        parameters.addAll(entities);
        state.ifPresent(wanted -> parameters.add(wanted.word()));
        parameters.add(max);
        parameters.add(first);
        String sql = "SELECT * FROM " + database.job() + " WHERE REALM_ID = ?" + filter
                + " ORDER BY CREATED_AT DESC, ID DESC LIMIT ? OFFSET ?";
        return database.read(connection -> new Sql(connection, sql, parameters.toArray()).all(JobStore::job));
    }

    /** How many parts an open job has, besides one with this number. */
    public long partsBeside(String id, int part) throws SQLException {
        return database.read(connection -> new Sql(
                        connection,
                        "SELECT COUNT(DISTINCT PART) FROM " + database.part() + " WHERE JOB_ID = ? AND PART <> ?",
                        id,
                        part)
                .first(row -> row.getLong(1))
                .orElse(0L));
    }

    /** Forgets a job that was made a moment ago, unless it was started. */
    public void withdraw(String id) throws SQLException {
        removeIf(id, EnumSet.of(JobState.OPEN));
    }

    private boolean removeIf(String id, Set<JobState> states) throws SQLException {
        return database.inTransaction(connection -> {
            boolean removable = locked(connection, id)
                    .filter(job -> states.contains(job.state()))
                    .isPresent();
            if (removable) {
                remove(connection, id);
            }
            return removable;
        });
    }

    /** All jobs that nodes are to work on, oldest first. */
    List<Job> running() throws SQLException {
        return database.read(connection -> new Sql(
                        connection,
                        "SELECT * FROM " + database.job() + " WHERE STATE = ? ORDER BY CREATED_AT, ID",
                        JobState.RUNNING.word())
                .all(JobStore::job));
    }

    /** Jobs whose queue does not know yet what became of what they took, and that nobody works on. */
    List<Job> unacknowledged() throws SQLException {
        return database.read(connection -> new Sql(
                        connection,
                        "SELECT * FROM " + database.job()
                                + " j WHERE SOURCE IS NOT NULL AND STATE <> ? AND EXISTS (SELECT 1 FROM "
                                + database.part() + " p WHERE p.JOB_ID = j.ID AND p.ACKNOWLEDGED = 0)",
                        JobState.RUNNING.word())
                .all(JobStore::job));
    }

    /**
     * Begins work on an open job, on behalf of whoever starts it. A part that is still arriving is not of the job any more.
     *
     * @throws JobConflict if it is not open, or has no parts
     */
    public Optional<Job> start(String realmId, String id, String caller) throws SQLException, JobConflict {
        return change(realmId, id, EnumSet.of(JobState.OPEN), "started", (connection, job, now) -> {
            if (job.source() == null && parts(connection, id) == 0) {
                throw new Refused("no-parts", "The job has no parts");
            }
            new Sql(
                            connection,
                            "UPDATE " + database.job()
                                    + " SET STATE = ?, CALLER = ?, TOTAL = CASE WHEN SOURCE IS NULL THEN " + total()
                                    + " END, ATTEMPTS = 1, STARTED_AT = ?, RUNNING_SINCE = ? WHERE ID = ?",
                            JobState.RUNNING.word(),
                            caller,
                            id,
                            now,
                            now,
                            id)
                    .update();
        });
    }

    private String total() {
        return "(SELECT COALESCE(SUM(RECORDS), 0) FROM " + database.part() + " WHERE JOB_ID = ? AND ARRIVED = 1)";
    }

    private long parts(Connection connection, String id) throws SQLException {
        return new Sql(connection, "SELECT COUNT(*) FROM " + database.part() + " WHERE JOB_ID = ? AND ARRIVED = 1", id)
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /**
     * Begins no further chunk of a running job; those that are being written are finished.
     *
     * @throws JobConflict if it does not run
     */
    public Optional<Job> pause(String realmId, String id) throws SQLException, JobConflict {
        return change(
                realmId,
                id,
                EnumSet.of(JobState.RUNNING),
                "paused",
                (connection, job, now) -> new Sql(
                                connection,
                                "UPDATE " + database.job()
                                        + " SET STATE = ?, RAN_MILLIS = ?, RUNNING_SINCE = NULL WHERE ID = ?",
                                JobState.PAUSED.word(),
                                job.ranUntil(now),
                                id)
                        .update());
    }

    /**
     * Goes on with a paused job, on behalf of whoever resumes it.
     *
     * @throws JobConflict if it is not paused
     */
    public Optional<Job> resume(String realmId, String id, String caller) throws SQLException, JobConflict {
        return change(
                realmId,
                id,
                EnumSet.of(JobState.PAUSED),
                "resumed",
                (connection, job, now) -> new Sql(
                                connection,
                                "UPDATE " + database.job()
                                        + " SET STATE = ?, CALLER = ?, RUNNING_SINCE = ? WHERE ID = ?",
                                JobState.RUNNING.word(),
                                caller,
                                now,
                                id)
                        .update());
    }

    /**
     * Changes what was asked of a job that is not finished; from its next chunk on it is done so.
     *
     * @param change of the options, a JSON object
     * @throws JobConflict if it is finished
     */
    public Optional<Job> adjust(String realmId, String id, UnaryOperator<String> change)
            throws SQLException, JobConflict {
        return change(
                realmId,
                id,
                UNFINISHED,
                "changed",
                (connection, job, now) -> new Sql(
                                connection,
                                "UPDATE " + database.job() + " SET OPTIONS = ? WHERE ID = ?",
                                change.apply(job.options()),
                                id)
                        .update());
    }

    /**
     * Ends a job. What is committed stays; chunks that are being written are rolled back, so that nothing of the job is written
     * once this returns. Records without an outcome stay unprocessed.
     *
     * @throws JobConflict if it is finished
     */
    public Optional<Job> cancel(String realmId, String id) throws SQLException, JobConflict {
        return change(
                realmId,
                id,
                UNFINISHED,
                "cancelled",
                (connection, job, now) -> finish(connection, job, now, JobState.CANCELLED, null, null));
    }

    /** Ends a running job that cannot go on; one that is in another state by now stays as it is. */
    void fail(String realmId, String id, String problem, String detail) throws SQLException {
        try {
            change(
                    realmId,
                    id,
                    EnumSet.of(JobState.RUNNING),
                    "failed",
                    (connection, job, now) -> finish(connection, job, now, JobState.FAILED, problem, detail));
        } catch (JobConflict e) {
            // Somebody paused or ended it in this moment; who resumes it will meet the same reason.
            return;
        }
    }

    /** Writes down the end of a job whose row is locked. */
    void finish(
            Connection connection, Job job, long now, JobState state, @Nullable String problem, @Nullable String detail)
            throws SQLException {
        // Whoever holds a lease fails its check from here on, and rolls back.
        new Sql(connection, "UPDATE " + database.chunk() + " SET STATE = 0 WHERE JOB_ID = ? AND STATE = 1", job.id())
                .update();
        new Sql(
                        connection,
                        "UPDATE " + database.job() + " SET STATE = ?, TOTAL = " + total()
                                + ", RAN_MILLIS = ?, RUNNING_SINCE = NULL, FINISHED_AT = ?, PROBLEM = ?, DETAIL = ?"
                                + " WHERE ID = ?",
                        state.word(),
                        job.id(),
                        job.ranUntil(now),
                        now,
                        problem,
                        detail,
                        job.id())
                .update();
    }

    /** A step of the life cycle, with the job's row locked. */
    @FunctionalInterface
    private interface Step {
        void take(Connection connection, Job job, long now) throws SQLException;
    }

    /** Brings a conflict out of a transaction, which is rolled back by it. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient JobConflict conflict;

        private Refused(String code, String detail) {
            this.conflict = new JobConflict(code, detail);
        }
    }

    private Optional<Job> change(String realmId, String id, Set<JobState> from, String verb, Step step)
            throws SQLException, JobConflict {
        try {
            return database.inTransaction(connection -> {
                Optional<Job> job =
                        locked(connection, id).filter(found -> found.realmId().equals(realmId));
                if (job.isEmpty()) {
                    return Optional.<Job>empty();
                }
                if (!from.contains(job.get().state())) {
                    throw new Refused("job-" + job.get().state().word(), wrongState(job.get(), verb));
                }
                step.take(connection, job.get(), Database.now(connection));
                return new Sql(connection, "SELECT * FROM " + database.job() + " WHERE ID = ?", id)
                        .first(JobStore::job);
            });
        } catch (Refused e) {
            throw e.conflict;
        }
    }

    private static String wrongState(Job job, String verb) {
        return "The job is " + job.state().word() + " and cannot be " + verb;
    }

    /** The job with its row locked until the end of the transaction. */
    Optional<Job> locked(Connection connection, String id) throws SQLException {
        return new Sql(connection, "SELECT * FROM " + database.job() + " WHERE ID = ? FOR UPDATE", id)
                .first(JobStore::job);
    }

    /**
     * Forgets a finished job with all that is kept of it.
     *
     * @throws JobConflict if it is not finished
     */
    public boolean delete(String realmId, String id) throws SQLException, JobConflict {
        Set<JobState> finished = EnumSet.range(JobState.COMPLETED, JobState.FAILED);
        try {
            return database.inTransaction(connection -> {
                Optional<Job> job =
                        locked(connection, id).filter(found -> found.realmId().equals(realmId));
                if (job.isEmpty()) {
                    return false;
                }
                if (!finished.contains(job.get().state())) {
                    throw new Refused("job-" + job.get().state().word(), wrongState(job.get(), "deleted"));
                }
                if (isAnyUnacknowledged(connection, id)) {
                    throw new Refused(
                            "job-not-acknowledged", "Its work queue was not told yet what became of its rows");
                }
                remove(connection, id);
                return true;
            });
        } catch (Refused e) {
            throw e.conflict;
        }
    }

    /** Whether the queue of a job, whose row is locked, does not know yet what became of all that was taken. */
    boolean isAnyUnacknowledged(Connection connection, String id) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT 1 FROM " + database.part() + " WHERE JOB_ID = ? AND ACKNOWLEDGED = 0 LIMIT 1",
                        id)
                .first(row -> true)
                .isPresent();
    }

    /** Forgets all jobs of a realm, in the transaction that removes it. */
    public void removeRealm(String realmId) throws SQLException {
        try (Connection connection = database.joined()) {
            for (String id : ids(connection, " WHERE REALM_ID = ?", realmId)) {
                remove(connection, id);
            }
        }
    }

    /** Forgets jobs that were finished, or left open, before that time, and uploads that nobody has gone on with since. */
    int removeOlder(long then) throws SQLException {
        List<String> old = database.read(connection -> ids(
                connection,
                " j WHERE (FINISHED_AT < ? OR (STATE = '" + JobState.OPEN.word() + "' AND CREATED_AT < ?))"
                        // Without them, nobody could tell the queue what became of its rows.
                        + " AND (SOURCE IS NULL OR NOT EXISTS (SELECT 1 FROM " + database.part()
                        + " p WHERE p.JOB_ID = j.ID AND p.ACKNOWLEDGED = 0))",
                then,
                then));
        Set<JobState> removable = EnumSet.complementOf(EnumSet.of(JobState.RUNNING, JobState.PAUSED));
        int removed = 0;
        for (String id : old) {
            // It may have been started a moment ago.
            removed += removeIf(id, removable) ? 1 : 0;
        }
        return removed;
    }

    private List<String> ids(Connection connection, String where, Object... parameters) throws SQLException {
        return new Sql(connection, "SELECT ID FROM " + database.job() + where, parameters).all(row -> row.getString(1));
    }

    private void remove(Connection connection, String id) throws SQLException {
        String uploads = "(SELECT UPLOAD_ID FROM " + database.part() + " WHERE JOB_ID = ?)";
        new Sql(connection, "DELETE FROM " + database.block() + " WHERE UPLOAD_ID IN " + uploads, id).update();
        new Sql(connection, "DELETE FROM " + database.chunk() + " WHERE JOB_ID = ?", id).update();
        new Sql(connection, "DELETE FROM " + database.ledger() + " WHERE JOB_ID = ?", id).update();
        new Sql(connection, "DELETE FROM " + database.part() + " WHERE JOB_ID = ?", id).update();
        new Sql(connection, "DELETE FROM " + database.job() + " WHERE ID = ?", id).update();
    }

    private static Job job(ResultSet row) throws SQLException {
        return new Job(
                row.getString("ID"),
                row.getString("REALM_ID"),
                row.getString("ENTITY"),
                JobState.of(row.getString("STATE")).orElseThrow(() -> new SQLException("a state that nobody knows")),
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
                row.getString("SOURCE"));
    }
}
