package org.millrace.bulk.job.report;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTotals;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.undo.UndoImages;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.Database;

/** Reads the progress of jobs. Thread-safe. */
public final class JobReports {
    private final JobDatabase database;
    private final PartTable parts;
    private final ChunkTable chunks;
    private final Ledger ledger;
    private final UndoImages images;

    /** Reports from this database. */
    public JobReports(JobDatabase database) {
        this.database = database;
        this.parts = new PartTable(database);
        this.chunks = new ChunkTable(database);
        this.ledger = new Ledger(database);
        this.images = new UndoImages(database);
    }

    /** The progress of a job. */
    public JobProgress of(Job job) throws SQLException {
        return database.read(connection -> {
            long now = Database.now(connection);
            // Read before the totals, so that a document without nodes counts each chunk that a node has written.
            List<String> nodes = job.state().isFinished() ? List.of() : chunks.nodes(connection, job.id(), now);
            JobTotals totals = ledger.totals(connection, job.id());
            Long total = job.total();
            if (job.state().isFinished() && total != null) {
                totals = totals.closed(total);
            }
            long recent = job.state() == JobState.RUNNING
                    ? ledger.since(connection, job.id(), now - JobProgress.RECENT.toMillis())
                    : 0;
            Ledger.Codes codes = ledger.codes(connection, job.id());
            return new JobProgress(
                    job,
                    totals,
                    recent,
                    now,
                    nodes,
                    codes.problems(),
                    codes.warnings(),
                    notImported(connection, job.id()),
                    notices(connection, job),
                    codes.foreignKeyChecks(),
                    images.bytes(connection, job.id()));
        });
    }

    private List<String> notImported(Connection connection, String jobId) throws SQLException {
        return parts.notImported(connection, jobId).stream()
                .flatMap(String::lines)
                .distinct()
                .toList();
    }

    private List<Violation> notices(Connection connection, Job job) throws SQLException {
        List<Violation> notices = Notices.read(parts.notices(connection, job.id()));
        return JobOptions.read(job.options()).defaults().relevant(notices);
    }
}
