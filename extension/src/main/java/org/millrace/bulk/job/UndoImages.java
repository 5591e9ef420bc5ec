package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.ImageBlock;
import org.millrace.server.Sql;

/** The stored images of the entities that jobs changed, one row for each transaction. Safe for use by several threads. */
final class UndoImages {
    private final JobDatabase database;

    UndoImages(JobDatabase database) {
        this.database = database;
    }

    /**
     * The changes of a job's transaction.
     *
     * @param type the type of its records, such as {@code user}
     */
    record Block(String type, List<BeforeImage> images) {}

    /** Stores the images of the records of a chunk from this index on. */
    void add(Connection connection, Claim claim, int first, String type, List<BeforeImage> images) throws SQLException {
        byte[] block = ImageBlock.pack(images);
        new Sql(
                        connection,
                        "INSERT INTO " + database.image()
                                + " (JOB_ID, PART, SEQ, FIRST_RECORD, TYPE, BYTES, IMAGES) VALUES (?, ?, ?, ?, ?, ?, ?)",
                        claim.jobId(),
                        claim.part(),
                        claim.seq(),
                        first,
                        type,
                        block.length,
                        block)
                .update();
    }

    /** The images of one ledger row; empty if they were removed. */
    Optional<Block> of(Connection connection, String jobId, int part, int seq, int first) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT TYPE, IMAGES FROM " + database.image()
                                + " WHERE JOB_ID = ? AND PART = ? AND SEQ = ? AND FIRST_RECORD = ?",
                        jobId,
                        part,
                        seq,
                        first)
                .first(row -> new Block(row.getString(1), ImageBlock.unpack(row.getBytes(2))));
    }

    /** Size of the images of a job in bytes, compressed. */
    long bytes(Connection connection, String jobId) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT COALESCE(SUM(BYTES), 0) FROM " + database.image() + " WHERE JOB_ID = ?",
                        jobId)
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /** Removes the images of jobs that finished before a time, in milliseconds since the epoch, and the records of undo jobs. */
    void removeOlder(long before) throws SQLException {
        String finished = "(SELECT ID FROM " + database.job() + " WHERE FINISHED_AT < ?)";
        database.update("DELETE FROM " + database.image() + " WHERE JOB_ID IN " + finished, before);
        database.update(
                "DELETE FROM " + database.block() + " WHERE UPLOAD_ID IN (SELECT p.UPLOAD_ID FROM " + database.part()
                        + " p JOIN " + database.job()
                        + " j ON j.ID = p.JOB_ID WHERE j.UNDO_OF IS NOT NULL AND j.FINISHED_AT < ?)",
                before);
    }
}
