package org.millrace.bulk.job.chunk;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.server.Sql;

/** The records of chunks, and the hashes of their keys, one row for each chunk. Thread-safe. */
public final class BlockTable {
    private final JobDatabase database;

    /** Records in this database. */
    public BlockTable(JobDatabase database) {
        this.database = database;
    }

    /** Stores the records of a new chunk. */
    void add(Connection connection, NewChunk chunk) throws SQLException {
        String sql = """
                INSERT INTO %s (UPLOAD_ID, SEQ, KEY_HASHES, RECORD_DATA) VALUES (?, ?, ?, ?)
                """.formatted(database.block());
        new Sql(connection, sql, chunk.uploadId(), chunk.seq(), chunk.keys(), chunk.block()).update();
    }

    /** The records of a chunk; empty if they were removed. */
    public Optional<List<StoredRecord>> records(Connection connection, String uploadId, int seq) throws SQLException {
        String sql = """
                SELECT RECORD_DATA FROM %s WHERE UPLOAD_ID = ? AND SEQ = ?
                """.formatted(database.block());
        return new Sql(connection, sql, uploadId, seq).first(row -> RecordBlock.unpack(row.getBytes(1)));
    }

    /** The keys of a chunk; empty if its records were removed. */
    public Optional<ChunkKeys> keys(Connection connection, String uploadId, int seq) throws SQLException {
        String sql = """
                SELECT KEY_HASHES FROM %s WHERE UPLOAD_ID = ? AND SEQ = ?
                """.formatted(database.block());
        return new Sql(connection, sql, uploadId, seq).first(row -> ChunkKeys.of(row.getBytes(1)));
    }

    /** The chunks of a part whose records are still stored. */
    public List<Integer> chunks(Connection connection, String uploadId) throws SQLException {
        String sql = """
                SELECT SEQ FROM %s WHERE UPLOAD_ID = ?
                """.formatted(database.block());
        return new Sql(connection, sql, uploadId).all(row -> row.getInt(1));
    }

    /** Stores other records for a chunk. */
    public void replace(Connection connection, String uploadId, int seq, List<StoredRecord> records)
            throws SQLException {
        String sql = """
                UPDATE %s SET RECORD_DATA = ? WHERE UPLOAD_ID = ? AND SEQ = ?
                """.formatted(database.block());
        new Sql(connection, sql, RecordBlock.pack(records), uploadId, seq).update();
    }

    /** Removes the records of a chunk. */
    public void remove(Connection connection, String uploadId, int seq) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ? AND SEQ = ?
                """.formatted(database.block());
        new Sql(connection, sql, uploadId, seq).update();
    }

    /** Removes the records of those chunks of a part that are done. */
    public void removeDone(Connection connection, String uploadId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ? AND SEQ IN (SELECT SEQ FROM %s WHERE UPLOAD_ID = ? AND STATE = ?)
                """.formatted(database.block(), database.chunk());
        new Sql(connection, sql, uploadId, uploadId, ChunkState.DONE.code()).update();
    }

    /** Removes the records of a part. */
    void removePart(Connection connection, String uploadId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ?
                """.formatted(database.block());
        new Sql(connection, sql, uploadId).update();
    }

    /** Removes the records of a job, whose parts are still there. */
    void removeJob(Connection connection, String jobId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID IN (SELECT UPLOAD_ID FROM %s WHERE JOB_ID = ?)
                """.formatted(database.block(), database.part());
        new Sql(connection, sql, jobId).update();
    }
}
