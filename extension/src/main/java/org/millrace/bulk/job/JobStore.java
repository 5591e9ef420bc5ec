package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.Sql;

/**
 * The jobs of all realms: creation and search. A change locks the job's row, so that it is consistent across nodes.
 * Thread-safe.
 */
public final class JobStore {
    private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");

    private final JobDatabase database;
    private final JobTable jobs;

    /** Jobs in this database. */
    public JobStore(JobDatabase database) {
        this.database = database;
        this.jobs = new JobTable(database);
    }

    /**
     * A client's request for a job.
     *
     * @param options a JSON object with the names of the query parameters
     * @param caller the caller, see {@link org.millrace.server.caller.Caller#detached}
     * @param idempotencyKey a hash of the client's key and of the caller; empty if none was sent
     * @param requestHash a hash of the whole request
     * @param source the name of the work queue that records come from; empty if they are uploaded
     * @param ownerId id of the user who creates the job
     * @param owner user name of that user
     * @param fault why the job fails when it is started; empty for a valid job
     */
    public record Request(
            String realmId,
            String entity,
            String options,
            String caller,
            Optional<String> idempotencyKey,
            String requestHash,
            Optional<String> source,
            String ownerId,
            String owner,
            Optional<JobFailure> fault) {
        /** The same for a job that fails as soon as it is started, if there is a fault. */
        public Request failingWith(Optional<JobFailure> given) {
            return new Request(
                    realmId, entity, options, caller, idempotencyKey, requestHash, source, ownerId, owner, given);
        }

        /** Without the caller, whose claims name a person. */
        @Override
        public String toString() {
            return "Request[" + entity + "]";
        }
    }

    /**
     * Makes a job, or finds the one that the same request made before.
     *
     * @throws JobConflictException {@code idempotency-key-reused} if another request had the same key, {@code too-many-open-jobs} if the realm or
     *     the user has as many as allowed
     */
    public Job create(Request request, JobLimits limits) throws SQLException, JobConflictException {
        Optional<Job> made = madeBefore(request);
        if (made.isPresent()) {
            return made.get();
        }
        String id = UUID.randomUUID().toString();
        try {
            Optional<JobConflictException> refused = database.inTransaction(connection -> {
                Optional<JobConflictException> tooMany = tooManyOpen(connection, request, limits);
                if (tooMany.isEmpty()) {
                    jobs.add(connection, id, request);
                }
                return tooMany;
            });
            if (refused.isPresent()) {
                throw refused.get();
            }
        } catch (SQLException e) {
            if (!DatabaseFaults.isDuplicate(e)) {
                throw e;
            }
            return madeBefore(request).orElseThrow(() -> e);
        }
        return find(request.realmId(), id).orElseThrow(() -> new SQLException("job " + id + " was removed"));
    }

    /** Counts the open jobs. The realm's row is locked: of two jobs that are created at the same time, one counts the other. */
    public Optional<JobConflictException> tooManyOpen(Connection connection, Request request, JobLimits limits)
            throws SQLException {
        new Sql(
                        connection,
                        "SELECT ID FROM " + database.realm() + " WHERE ID = ? " + database.forChange(),
                        request.realmId())
                .first(row -> row.getString(1));
        long ofRealm = jobs.unfinished(connection, request.realmId());
        long ofUser = jobs.unfinished(connection, request.realmId(), request.ownerId());
        if (ofRealm >= limits.maxOpenPerRealm()) {
            return Optional.of(tooManyOpen("The realm", limits.maxOpenPerRealm(), "max-open-jobs-per-realm"));
        }
        return ofUser >= limits.maxOpenPerUser()
                ? Optional.of(tooManyOpen("The user", limits.maxOpenPerUser(), "max-open-jobs-per-user"))
                : Optional.empty();
    }

    private static JobConflictException tooManyOpen(String whose, int limit, String setting) {
        return new JobConflictException(
                "too-many-open-jobs",
                whose + " has " + limit + " unfinished jobs, the maximum of the setting " + setting
                        + "; start or cancel some");
    }

    /**
     * The job that the same request has made before.
     *
     * @throws JobConflictException {@code idempotency-key-reused} if another request had the same key
     */
    public Optional<Job> madeBefore(Request request) throws SQLException, JobConflictException {
        if (request.idempotencyKey().isEmpty()) {
            return Optional.empty();
        }
        Optional<JobTable.Created> made = database.read(connection -> jobs.createdWith(
                connection, request.realmId(), request.idempotencyKey().get()));
        if (made.isPresent() && !made.get().requestHash().equals(request.requestHash())) {
            throw new JobConflictException(
                    "idempotency-key-reused", "A different request was sent with the same Idempotency-Key");
        }
        return made.map(JobTable.Created::job);
    }

    /** The job; empty if the realm has none with this id, which may be any text. */
    public Optional<Job> find(String realmId, String id) throws SQLException {
        if (!ID.matcher(id).matches()) {
            // PostgreSQL rejects a NUL character with an error.
            return Optional.empty();
        }
        return database.read(connection -> jobs.find(connection, realmId, id));
    }

    /** The jobs of a realm that a caller may see, newest first. */
    public List<Job> list(String realmId, Visible visible, Optional<JobState> state, int first, int max)
            throws SQLException {
        return database.read(connection -> jobs.list(connection, realmId, visible, state, first, max));
    }

    /**
     * The jobs that a caller may see.
     *
     * @param entities of which the caller sees the jobs of all owners
     * @param ownerId the caller's user id
     * @param ownEntities of which the caller sees the own jobs
     */
    public record Visible(List<String> entities, String ownerId, List<String> ownEntities) {}

    /** All jobs that nodes are to work on, oldest first. */
    public List<Job> running() throws SQLException {
        return database.read(jobs::running);
    }

    /** Paused and finished jobs whose queue has not received all results. */
    public List<Job> unacknowledged() throws SQLException {
        return database.read(jobs::unacknowledged);
    }
}
