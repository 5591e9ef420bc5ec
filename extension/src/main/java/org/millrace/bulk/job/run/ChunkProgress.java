package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.BlockTable;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Claim;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.RecordResult;
import org.millrace.bulk.job.chunk.StoredRecord;

/** Reads the records of claimed chunks, and stores their results and the progress. Thread-safe. */
final class ChunkProgress {
    private final JobDatabase database;
    private final PartTable parts;
    private final ChunkTable chunks;
    private final BlockTable blocks;
    private final Ledger ledger;

    ChunkProgress(JobDatabase database, Ledger ledger) {
        this.database = database;
        this.parts = new PartTable(database);
        this.chunks = new ChunkTable(database);
        this.blocks = new BlockTable(database);
        this.ledger = ledger;
    }

    /** The records of a chunk; empty if it was deleted, with its job. */
    Optional<List<StoredRecord>> records(Claim claim) throws SQLException {
        return database.read(connection -> blocks.records(connection, claim.uploadId(), claim.seq()));
    }

    /**
     * Stores results in the transaction that writes their rows, if the claim is still valid.
     *
     * @param first index of the first of them in the chunk
     * @param forgettable whether none of these records will be needed again
     * @throws LeaseLostException if the claim is not valid any more; the transaction has to be rolled back
     */
    void settle(Connection connection, Claim claim, int first, List<RecordResult> results, boolean forgettable)
            throws SQLException {
        int done = first + results.size();
        if (!chunks.advance(connection, claim, first, done)) {
            throw new LeaseLostException(claim);
        }
        ledger.add(connection, claim, first, results);
        long deferred =
                results.stream().filter(RecordResult.Deferred.class::isInstance).count();
        if (deferred > 0) {
            // They come again in another part.
            parts.defer(connection, claim.uploadId(), deferred);
        }
        if (done == claim.records() && forgettable && (first == 0 || ledger.isClean(connection, claim))) {
            blocks.remove(connection, claim.uploadId(), claim.seq());
        }
    }

    /** Writes down how the foreign keys of a transaction's rows were checked. */
    void addChecks(Connection connection, Claim claim, int first, ForeignKeyChecks how) throws SQLException {
        ledger.addChecks(connection, claim, first, how);
    }

    /** As above, in a transaction of its own: for results that go with no rows. */
    void settle(Claim claim, int first, List<RecordResult> results) throws SQLException {
        database.inTransaction(connection -> {
            settle(connection, claim, first, results, false);
            return true;
        });
    }

    /**
     * Releases an unfinished chunk.
     *
     * @param counted whether this counts as an attempt: false if the writer stopped for another reason
     */
    void release(Claim claim, boolean counted) throws SQLException {
        database.inTransaction(connection -> {
            chunks.release(connection, claim, counted);
            return true;
        });
    }
}
