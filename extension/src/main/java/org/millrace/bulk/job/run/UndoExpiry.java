package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.undo.UndoImages;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Ends undo jobs that are still paused when the states that they would restore are no longer kept. Thread-safe. */
final class UndoExpiry {
    private final JobDatabase database;
    private final JobStore jobs;
    private final JobLifecycle life;
    private final UndoImages images;

    UndoExpiry(JobDatabase database, JobStore jobs, JobLifecycle life) {
        this.database = database;
        this.jobs = jobs;
        this.life = life;
        this.images = new UndoImages(database);
    }

    private record Expired(String undo, String job) {}

    /**
     * Ends paused undo jobs of jobs that finished before a time, and removes the states that are stored for them.
     *
     * @param before milliseconds since the epoch
     */
    void expire(long before) throws SQLException {
        List<Expired> expired = database.read(connection -> new Sql(
                        connection,
                        "SELECT u.ID, j.ID FROM " + database.job() + " u JOIN " + database.job()
                                + " j ON j.ID = u.UNDO_OF WHERE u.STATE = ? AND j.FINISHED_AT < ?",
                        JobState.PAUSED.word(),
                        before)
                .all(row -> new Expired(row.getString(1), row.getString(2))));
        for (Expired each : expired) {
            database.inTransaction(connection -> {
                Optional<Job> paused =
                        jobs.locked(connection, each.undo()).filter(job -> job.state() == JobState.PAUSED);
                if (paused.isPresent()) {
                    life.finish(
                            connection,
                            paused.get(),
                            Database.now(connection),
                            JobState.FAILED,
                            "undo-expired",
                            "The undo was still paused when undo-days were over, and its stored states were removed; restore from a backup");
                    images.remove(connection, each.job());
                }
                return paused.isPresent();
            });
        }
    }
}
