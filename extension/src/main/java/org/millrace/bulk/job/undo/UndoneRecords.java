package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.RecordResult;

/**
 * The records of a job that earlier undo jobs have undone, by their line in an undo job: each undo of a job has the same lines. An entity
 * that exists again since then is another one, even if it has the same id and values. Safe for use by several threads.
 */
final class UndoneRecords {
    /** Chunks whose outcomes are read with one query. */
    private static final int CHUNKS = 200;

    /** Undo jobs that are kept in memory, at one bit for each record. */
    private static final int MAX_KEPT = 8;

    private static final Set<OutcomeStatus> UNDONE =
            EnumSet.of(OutcomeStatus.DELETED, OutcomeStatus.UPDATED, OutcomeStatus.UNCHANGED);

    private final JobDatabase database;
    private final JobTable jobs;
    private final Ledger ledger;
    private final Map<String, BitSet> kept = new ConcurrentHashMap<>();

    UndoneRecords(JobDatabase database) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.ledger = new Ledger(database);
    }

    /** The lines of an undo job that need nothing any more. Not to be changed. */
    BitSet of(Job undo) throws SQLException {
        BitSet known = kept.get(undo.id());
        if (known != null) {
            return known;
        }
        BitSet lines = database.read(connection -> read(connection, undo));
        if (kept.size() >= MAX_KEPT) {
            kept.clear();
        }
        kept.put(undo.id(), lines);
        return lines;
    }

    private BitSet read(Connection connection, Job undo) throws SQLException {
        BitSet lines = new BitSet();
        for (Job earlier : jobs.undoing(connection, String.valueOf(undo.undoOf()))) {
            boolean counts = earlier.state().isFinished()
                    && !earlier.id().equals(undo.id())
                    && !JobOptions.read(earlier.options()).dryRun();
            if (counts) {
                add(connection, earlier.id(), lines);
            }
        }
        return lines;
    }

    private void add(Connection connection, String jobId, BitSet lines) throws SQLException {
        int last = ledger.lastChunk(connection, jobId);
        for (int seq = 0; seq <= last; seq += CHUNKS) {
            for (Ledger.Row row : ledger.of(connection, jobId, UndoFeed.PART, seq, seq + CHUNKS, UNDONE)) {
                RecordResult.outcomes(row.results()).forEach(outcome -> add(outcome, lines));
            }
        }
    }

    private static void add(Outcome outcome, BitSet lines) {
        if (UNDONE.contains(outcome.status())) {
            lines.set(Math.toIntExact(outcome.position().line()));
        }
    }
}
