package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.part.JobDeletion;
import org.millrace.bulk.job.part.PasswordHashes;
import org.millrace.bulk.job.undo.UndoBlocks;
import org.millrace.server.Database;

/**
 * The life cycle of jobs. Each step is a transaction of its own, and locks its job's row, so that all nodes agree on the state.
 * It returns the resulting job, or empty if the realm has no such job, and throws an {@link SQLException} if the database is
 * unreachable. Thread-safe.
 */
public final class JobLifecycle {
    private static final Set<JobState> UNFINISHED =
            Collections.unmodifiableSet(EnumSet.of(JobState.OPEN, JobState.RUNNING, JobState.PAUSED));

    private final JobDatabase database;
    private final JobTable jobs;

    /** Steps of the jobs in a store. */
    public JobLifecycle(JobDatabase database) {
        this.database = database;
        this.jobs = new JobTable(database);
    }

    /**
     * Starts an open job, on behalf of the caller. A part that is still arriving is not included. A job that was created with a
     * fault fails.
     *
     * @throws JobConflictException if it is not open, or has no parts
     */
    public Optional<Job> start(String realmId, String id, String caller) throws SQLException, JobConflictException {
        return change(realmId, id, EnumSet.of(JobState.OPEN), "started", (connection, job, now) -> {
            if (job.source() == null && new PartTable(database).arrived(connection, id) == 0) {
                throw new JobRejectedException("no-parts", "Job " + id + " has no parts; add at least one");
            }
            PasswordHashes hashes = new PasswordHashes(database);
            if (hashes.haveNoUsers(connection, id)) {
                throw new JobRejectedException(
                        "no-users",
                        "The job has password hashes and no users. Add a part with the users, or import the file of"
                                + " password hashes directly with onConflict=merge");
            }
            hashes.finish(connection, id);
            if (job.problem() != null) {
                finish(connection, job, now, JobState.FAILED, job.problem(), job.detail());
                return;
            }
            jobs.start(connection, id, caller, now);
        });
    }

    /**
     * Pauses a running job after its running chunks.
     *
     * @throws JobConflictException if it does not run
     */
    public Optional<Job> pause(String realmId, String id) throws SQLException, JobConflictException {
        return change(
                realmId,
                id,
                EnumSet.of(JobState.RUNNING),
                "paused",
                (connection, job, now) -> jobs.pause(connection, job, now));
    }

    /**
     * Resumes a paused job, on behalf of the caller.
     *
     * @throws JobConflictException if it is not paused
     */
    public Optional<Job> resume(String realmId, String id, String caller) throws SQLException, JobConflictException {
        return change(
                realmId,
                id,
                EnumSet.of(JobState.PAUSED),
                "resumed",
                (connection, job, now) -> jobs.resume(connection, id, caller, now));
    }

    /**
     * Changes the options of an unfinished job from its next chunk on.
     *
     * @param change of the options, a JSON object
     * @throws JobConflictException if it is finished
     */
    public Optional<Job> adjust(String realmId, String id, UnaryOperator<String> change)
            throws SQLException, JobConflictException {
        return change(
                realmId,
                id,
                UNFINISHED,
                "changed",
                (connection, job, now) -> jobs.setOptions(connection, id, change.apply(job.options())));
    }

    /**
     * Cancels a job. Committed chunks stay; running ones are rolled back, so that nothing of the job is written after this
     * returns. Records without an outcome stay unprocessed.
     *
     * @throws JobConflictException if it is finished
     */
    public Optional<Job> cancel(String realmId, String id) throws SQLException, JobConflictException {
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
        } catch (JobConflictException e) {
            // Another node paused or finished it concurrently; after a resume, the same failure is detected again.
            return;
        }
    }

    /** Writes down the end of a job whose row is locked. */
    void finish(
            Connection connection, Job job, long now, JobState state, @Nullable String problem, @Nullable String detail)
            throws SQLException {
        // From here on, the holder of a lease fails its check and rolls back.
        new ChunkTable(database).releaseAll(connection, job.id());
        jobs.finish(connection, job, now, state, problem, detail);
        if (job.undoOf() != null) {
            new UndoBlocks(database).removeStates(connection, job.id());
        }
    }

    /** A step of the life cycle, with the job's row locked. */
    @FunctionalInterface
    private interface Step {
        void take(Connection connection, Job job, long now) throws SQLException;
    }

    /** Brings a conflict out of a transaction, which is rolled back by it. */
    private static final class JobRejectedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient JobConflictException conflict;

        private JobRejectedException(String code, String detail) {
            this.conflict = new JobConflictException(code, detail);
        }
    }

    private Optional<Job> change(String realmId, String id, Set<JobState> from, String verb, Step step)
            throws SQLException, JobConflictException {
        try {
            return database.inTransaction(connection -> {
                Optional<Job> job = locked(connection, realmId, id, from, verb);
                if (job.isEmpty()) {
                    return Optional.<Job>empty();
                }
                step.take(connection, job.get(), Database.now(connection));
                return jobs.find(connection, id);
            });
        } catch (JobRejectedException e) {
            throw e.conflict;
        }
    }

    /** The job with its row locked, if the realm has it; throws if it is in none of these states. */
    private Optional<Job> locked(Connection connection, String realmId, String id, Set<JobState> from, String verb)
            throws SQLException {
        Optional<Job> job =
                jobs.locked(connection, id).filter(found -> found.realmId().equals(realmId));
        if (job.isPresent() && !from.contains(job.get().state())) {
            String state = job.get().state().word();
            throw new JobRejectedException("job-" + state, "Job " + id + " is " + state + " and cannot be " + verb);
        }
        return job;
    }

    /**
     * Deletes a finished job with all of its data.
     *
     * @return false if the realm has no such job
     * @throws JobConflictException if it is not finished, or results of its rows are still to be written to its work queue
     */
    public boolean delete(String realmId, String id) throws SQLException, JobConflictException {
        Set<JobState> finished = EnumSet.range(JobState.COMPLETED, JobState.FAILED);
        try {
            return database.inTransaction(connection -> {
                if (locked(connection, realmId, id, finished, "deleted").isEmpty()) {
                    return false;
                }
                if (new PartTable(database).isAnyUnacknowledged(connection, id)) {
                    throw new JobRejectedException(
                            "job-not-acknowledged",
                            "The outcomes of job " + id
                                    + " are not yet written to its work queue; delete the job later");
                }
                boolean isBeingUndone = jobs.undoing(connection, id).stream()
                        .anyMatch(undo -> !undo.state().isFinished());
                if (isBeingUndone) {
                    throw new JobRejectedException("undo-running", "An undo of job " + id + " is not finished yet");
                }
                new JobDeletion(database).remove(connection, id);
                return true;
            });
        } catch (JobRejectedException e) {
            throw e.conflict;
        }
    }
}
