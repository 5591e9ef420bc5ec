package org.millrace.bulk.job.chunk;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A chunk as it is stored.
 *
 * @param seq its index in its part, from 0
 * @param done how many of its records have a result
 * @param attempts how often it was claimed
 * @param token of its last claim
 * @param leaseUntil when its last claim expires, in milliseconds since the epoch
 */
public record StoredChunk(
        String uploadId,
        int part,
        int seq,
        ChunkState state,
        int records,
        int done,
        int attempts,
        long token,
        long leaseUntil) {
    /** The columns that {@link #of(ResultSet)} reads. */
    static final String COLUMNS = "UPLOAD_ID, PART, SEQ, STATE, RECORDS, DONE, ATTEMPTS, TOKEN, LEASE_UNTIL";

    static StoredChunk of(ResultSet row) throws SQLException {
        return new StoredChunk(
                row.getString("UPLOAD_ID"),
                row.getInt("PART"),
                row.getInt("SEQ"),
                ChunkState.of(row.getInt("STATE")),
                row.getInt("RECORDS"),
                row.getInt("DONE"),
                row.getInt("ATTEMPTS"),
                row.getLong("TOKEN"),
                row.getLong("LEASE_UNTIL"));
    }

    /** Whether its records come before those of another chunk of the same job. */
    public boolean isBefore(StoredChunk other) {
        return part != other.part ? part < other.part : seq < other.seq;
    }

    /** How many of its records have no result yet. */
    public int left() {
        return records - done;
    }
}
