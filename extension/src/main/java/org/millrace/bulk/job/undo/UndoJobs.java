package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobLimits;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.Database;

/** Creates undo jobs. Safe for use by several threads. */
public final class UndoJobs {
    private final JobDatabase database;
    private final JobStore jobs;
    private final JobTable table;
    private final Ledger ledger;
    private final Duration kept;

    /**
     * Undo jobs in this database.
     *
     * @param kept how long images are kept after the end of a job; zero for not at all
     */
    public UndoJobs(JobDatabase database, JobStore jobs, Duration kept) {
        this.database = database;
        this.jobs = jobs;
        this.table = new JobTable(database);
        this.ledger = new Ledger(database);
        this.kept = kept;
    }

    /**
     * Creates and starts a job that undoes another one, or finds the one that the same request has made before.
     *
     * @param request the undo job's caller, owner and options
     * @param id of the job to undo
     * @return empty if the realm has no such job
     * @throws JobConflictException if the job cannot be undone, or another request had the same idempotency key
     */
    public Optional<Job> create(JobStore.Request request, String id, JobLimits limits)
            throws SQLException, JobConflictException {
        Optional<Job> made = jobs.madeBefore(request);
        if (made.isPresent()) {
            return made;
        }
        String undo = UUID.randomUUID().toString();
        Optional<JobConflictException> conflict;
        try {
            conflict = begin(undo, request, id, limits);
        } catch (SQLException e) {
            if (!DatabaseFaults.isDuplicate(e)) {
                throw e;
            }
            return Optional.of(jobs.madeBefore(request).orElseThrow(() -> e));
        }
        if (conflict.isPresent()) {
            // The same request may have begun the undo a moment ago.
            JobConflictException refused = conflict.get();
            return Optional.of(jobs.madeBefore(request).orElseThrow(() -> refused));
        }
        return jobs.find(request.realmId(), undo);
    }

    /** Empty if the undo has begun, or the realm has no such job. */
    private Optional<JobConflictException> begin(String undo, JobStore.Request request, String id, JobLimits limits)
            throws SQLException {
        return database.inTransaction(connection -> {
            Optional<JobConflictException> tooMany = jobs.tooManyOpen(connection, request, limits);
            if (tooMany.isPresent()) {
                return tooMany;
            }
            Optional<Job> job =
                    table.locked(connection, id).filter(found -> found.realmId().equals(request.realmId()));
            if (job.isEmpty()) {
                return Optional.<JobConflictException>empty();
            }
            JobTotals totals = ledger.totals(connection, id);
            Optional<JobConflictException> refused = refusal(connection, job.get(), totals);
            if (refused.isEmpty()) {
                insert(connection, undo, request, job.get(), totals);
            }
            return refused;
        });
    }

    private Optional<JobConflictException> refusal(Connection connection, Job job, JobTotals totals)
            throws SQLException {
        if (job.undoOf() != null) {
            return conflict("undo-of-undo", "An undo job cannot be undone");
        }
        if (!job.state().isFinished()) {
            return conflict(
                    "job-" + job.state().word(),
                    "Job " + job.id() + " is " + job.state().word() + "; cancel it or wait until it is finished");
        }
        if (JobOptions.read(job.options()).dryRun()) {
            return conflict("job-is-dry-run", "Job " + job.id() + " is a dry run and changed nothing");
        }
        if (totals.deleted() > 0) {
            return conflict("job-has-deletions", "Job " + job.id() + " deleted entities, which cannot be restored");
        }
        Long finished = job.finishedAt();
        long age = finished == null ? 0 : Database.now(connection) - finished;
        if (kept.isZero() || age > kept.toMillis()) {
            return conflict(
                    "undo-expired",
                    kept.isZero()
                            ? "Jobs cannot be undone: the setting undo-days is 0"
                            : "Jobs can be undone for " + kept.toDays() + " days after their end (setting undo-days)");
        }
        List<JobState> undone = table.undoing(connection, job.id()).stream()
                .filter(undo -> !JobOptions.read(undo.options()).dryRun())
                .map(Job::state)
                .toList();
        if (undone.contains(JobState.COMPLETED)) {
            return conflict("job-undone", "Job " + job.id() + " is already undone");
        }
        return undone.stream().allMatch(JobState::isFinished)
                ? Optional.empty()
                : conflict("undo-running", "An undo of job " + job.id() + " is not finished yet");
    }

    private static Optional<JobConflictException> conflict(String code, String detail) {
        return Optional.of(new JobConflictException(code, detail));
    }

    private void insert(Connection connection, String undo, JobStore.Request request, Job job, JobTotals totals)
            throws SQLException {
        long now = Database.now(connection);
        long total = totals.created() + totals.updated();
        table.add(connection, undo, request);
        String options = JobOptions.withEventsOf(request.options(), job.options());
        table.startUndo(connection, undo, job.id(), options, total, now);
        new PartTable(database).add(connection, undo, undo, UndoFeed.PART, total, now);
    }
}
