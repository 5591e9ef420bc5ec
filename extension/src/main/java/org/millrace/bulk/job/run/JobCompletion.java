package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.undo.UndoFeed;
import org.millrace.server.Database;
import org.millrace.server.Transactions;

/** Ends jobs of which nothing is left to do. Safe for any thread. */
final class JobCompletion {
    private final JobDatabase database;
    private final JobTable jobs;
    private final JobLifecycle life;
    private final Ledger ledger;
    private final ChunkClaims claims;
    private final JobWriting writing;
    private final Transactions transactions;
    private final UndoFeed undo;

    JobCompletion(
            JobDatabase database,
            JobLifecycle life,
            Ledger ledger,
            ChunkClaims claims,
            JobWriting writing,
            Transactions transactions) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.life = life;
        this.ledger = ledger;
        this.claims = claims;
        this.writing = writing;
        this.transactions = transactions;
        this.undo = new UndoFeed(database);
    }

    private record Ended(Job job, JobOptions options, JobTotals totals, long unprocessed) {}

    /** Finishes a job, unless it is finished already, or work remains. */
    void finish(Job job) {
        @Nullable
        Ended ended = transactions.inRealm(job.realmId(), (session, realm) -> {
            try (Connection connection = database.joined()) {
                database.guard(connection);
                Optional<Job> locked = jobs.locked(connection, job.id());
                if (locked.isEmpty() || locked.get().state() != JobState.RUNNING) {
                    return null;
                }
                JobOptions options = JobOptions.read(locked.get().options());
                if (!claims.isDone(connection, job.id(), options)) {
                    return null;
                }
                JobTotals counted = ledger.totals(connection, job.id());
                boolean mayHaveMore = counted.problems() < options.maxErrors();
                if (mayHaveMore
                        && job.source() != null
                        && new PartTable(database).isAnyUnacknowledged(connection, job.id())) {
                    return null;
                }
                if (mayHaveMore && job.undoOf() != null && !undo.isComplete(connection, job.id())) {
                    return null;
                }
                // How much a queue holds is not known before it is empty.
                long total = Optional.ofNullable(locked.get().total()).orElse(counted.read());
                JobTotals totals = counted.closed(total);
                boolean errors = totals.problems() > 0 || totals.unprocessed() > 0;
                JobState state = errors ? JobState.COMPLETED_WITH_ERRORS : JobState.COMPLETED;
                life.finish(connection, locked.get(), Database.now(connection), state, null, null);
                writing.ending(session, realm, locked.get(), options, totals);
                return new Ended(locked.get(), options, totals, totals.unprocessed() - counted.unprocessed());
            } catch (SQLException e) {
                throw new IllegalStateException("the completion of a job cannot be written", e);
            }
        });
        if (ended != null) {
            writing.ended(ended.job(), ended.options(), ended.totals(), ended.unprocessed());
        }
    }
}
