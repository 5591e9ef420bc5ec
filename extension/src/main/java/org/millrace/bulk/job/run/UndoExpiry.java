package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.undo.UndoImages;
import org.millrace.server.Database;

/** Ends undo jobs that are still paused when the states that they would restore are no longer kept. Thread-safe. */
final class UndoExpiry {
    private final JobDatabase database;
    private final JobTable jobs;
    private final JobLifecycle life;
    private final UndoImages images;

    UndoExpiry(JobDatabase database, JobLifecycle life) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.life = life;
        this.images = new UndoImages(database);
    }

    /**
     * Ends paused undo jobs of jobs that finished before a time, and removes the states that are stored for them.
     *
     * @param before milliseconds since the epoch
     */
    void expire(long before) throws SQLException {
        List<JobTable.PausedUndo> expired = database.read(connection -> jobs.pausedUndos(connection, before));
        for (JobTable.PausedUndo each : expired) {
            database.inTransaction(connection -> {
                Optional<Job> paused = jobs.locked(connection, each.id()).filter(job -> job.state() == JobState.PAUSED);
                if (paused.isPresent()) {
                    life.finish(
                            connection,
                            paused.get(),
                            Database.now(connection),
                            JobState.FAILED,
                            "undo-expired",
                            "The undo was still paused when undo-days were over, and its stored states were removed; restore from a backup");
                    images.remove(connection, each.undoOf());
                }
                return paused.isPresent();
            });
        }
    }
}
