package org.millrace.bulk.job.chunk;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.server.Sql;

/**
 * A chunk to be stored.
 *
 * @param seq its index in its part, from 0
 * @param keys see {@link ChunkKeys}
 * @param block see {@link RecordBlock}
 */
public record NewChunk(String uploadId, String jobId, int part, int seq, int records, byte[] keys, byte[] block) {
    /** Packs records, and what their entries say of their keys. */
    public static NewChunk of(
            String uploadId, String jobId, int part, int seq, List<Entry> entries, List<StoredRecord> records) {
        return new NewChunk(
                uploadId,
                jobId,
                part,
                seq,
                records.size(),
                ChunkKeys.of(entries).bytes(),
                RecordBlock.pack(records));
    }

    /** How many bytes it takes as stored. */
    public long bytes() {
        return (long) keys.length + block.length;
    }

    /** Writes it down, in this state. */
    public void insert(Connection connection, JobDatabase database, ChunkState state) throws SQLException {
        new Sql(
                        connection,
                        "INSERT INTO " + database.block()
                                + " (UPLOAD_ID, SEQ, KEY_HASHES, RECORD_DATA) VALUES (?, ?, ?, ?)",
                        uploadId,
                        seq,
                        keys,
                        block)
                .update();
        new Sql(
                        connection,
                        "INSERT INTO " + database.chunk()
                                + " (UPLOAD_ID, SEQ, JOB_ID, PART, STATE, RECORDS) VALUES (?, ?, ?, ?, ?, ?)",
                        uploadId,
                        seq,
                        jobId,
                        part,
                        state.code(),
                        records)
                .update();
    }

    /** A record may hold passwords. */
    @Override
    public String toString() {
        return "NewChunk[" + uploadId + "/" + seq + "]";
    }
}
