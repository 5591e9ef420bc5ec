package org.millrace.bulk.job.chunk;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.server.Sql;

/** The chunks of jobs with their states and claims. Thread-safe. */
public final class ChunkTable {
    private final JobDatabase database;
    private final BlockTable blocks;

    /** Chunks in this database. */
    public ChunkTable(JobDatabase database) {
        this.database = database;
        this.blocks = new BlockTable(database);
    }

    /** Stores a chunk with its records. */
    public void add(Connection connection, NewChunk chunk, ChunkState state) throws SQLException {
        blocks.add(connection, chunk);
        String sql = """
                INSERT INTO %s (UPLOAD_ID, SEQ, JOB_ID, PART, STATE, RECORDS) VALUES (?, ?, ?, ?, ?, ?)
                """.formatted(database.chunk());
        new Sql(
                        connection,
                        sql,
                        chunk.uploadId(),
                        chunk.seq(),
                        chunk.jobId(),
                        chunk.part(),
                        state.code(),
                        chunk.records())
                .update();
    }

    /** Lets the chunks of a complete part be claimed. */
    public void release(Connection connection, String uploadId) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ? WHERE UPLOAD_ID = ?
                """.formatted(database.chunk());
        new Sql(connection, sql, ChunkState.PENDING.code(), uploadId).update();
    }

    /** The numbers of the chunks of a part, in order. */
    public List<Integer> ofPart(Connection connection, String uploadId) throws SQLException {
        String sql = """
                SELECT SEQ FROM %s WHERE UPLOAD_ID = ? ORDER BY SEQ
                """.formatted(database.chunk());
        return new Sql(connection, sql, uploadId).all(row -> row.getInt(1));
    }

    /**
     * Chunks of a job in order, from one on, up to a claimed batch of a work queue that is not complete.
     *
     * @param seq in the part with this number; all chunks of later parts follow
     */
    public List<StoredChunk> from(Connection connection, String jobId, int part, int seq, int limit)
            throws SQLException {
        String sql = """
                SELECT %s FROM %s c
                WHERE JOB_ID = ?
                  AND NOT EXISTS (SELECT 1 FROM %s p
                      WHERE p.JOB_ID = c.JOB_ID AND p.PART < c.PART AND p.ARRIVED = 0 AND p.ACKNOWLEDGED = 0)
                  AND STATE IN (%s)
                  AND (PART > ? OR (PART = ? AND SEQ >= ?))
                ORDER BY PART, SEQ LIMIT ?
                """.formatted(
                        StoredChunk.COLUMNS,
                        database.chunk(),
                        database.part(),
                        ChunkState.codes(ChunkState.PENDING, ChunkState.CLAIMED, ChunkState.DONE));
        return new Sql(connection, sql, jobId, part, part, seq, limit).all(StoredChunk::of);
    }

    /** How many chunks of a job wait to be claimed. */
    public long waiting(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT COUNT(*) FROM %s WHERE JOB_ID = ? AND STATE = ?
                """.formatted(database.chunk());
        return new Sql(connection, sql, jobId, ChunkState.PENDING.code())
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /** The first chunk of a job that waits to be claimed. */
    public Optional<StoredChunk> pending(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT %s FROM %s WHERE JOB_ID = ? AND STATE = ? ORDER BY PART, SEQ LIMIT 1
                """.formatted(StoredChunk.COLUMNS, database.chunk());
        return new Sql(connection, sql, jobId, ChunkState.PENDING.code()).first(StoredChunk::of);
    }

    /** The claimed chunks of a job, in order. */
    public List<StoredChunk> claimed(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT %s FROM %s WHERE JOB_ID = ? AND STATE = ? ORDER BY PART, SEQ
                """.formatted(StoredChunk.COLUMNS, database.chunk());
        return new Sql(connection, sql, jobId, ChunkState.CLAIMED.code()).all(StoredChunk::of);
    }

    /** The nodes whose claims of a job's chunks are valid. */
    public List<String> nodes(Connection connection, String jobId, long now) throws SQLException {
        String sql = """
                SELECT DISTINCT NODE FROM %s WHERE JOB_ID = ? AND STATE = ? AND LEASE_UNTIL >= ? ORDER BY NODE
                """.formatted(database.chunk());
        return new Sql(connection, sql, jobId, ChunkState.CLAIMED.code(), now).all(row -> row.getString(1));
    }

    /** Locks a chunk if it is unchanged since it was read and not locked by another transaction; false otherwise. */
    public boolean isFree(Connection connection, String uploadId, int seq, ChunkState state, long token)
            throws SQLException {
        String sql = """
                SELECT SEQ FROM %s WHERE UPLOAD_ID = ? AND SEQ = ? AND STATE = ? AND TOKEN = ? FOR UPDATE SKIP LOCKED
                """.formatted(database.chunk());
        return new Sql(connection, sql, uploadId, seq, state.code(), token)
                .first(row -> row.getInt(1))
                .isPresent();
    }

    /** Claims a chunk for a node. */
    public void claim(Connection connection, StoredChunk chunk, long token, String node, long until)
            throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, TOKEN = ?, NODE = ?, LEASE_UNTIL = ?, ATTEMPTS = ATTEMPTS + 1
                WHERE UPLOAD_ID = ? AND SEQ = ?
                """.formatted(database.chunk());
        new Sql(connection, sql, ChunkState.CLAIMED.code(), token, node, until, chunk.uploadId(), chunk.seq()).update();
    }

    /** Extends the claim of a chunk. */
    public void renew(Connection connection, Claim claim, long until) throws SQLException {
        String sql = """
                UPDATE %s SET LEASE_UNTIL = ? WHERE UPLOAD_ID = ? AND SEQ = ?
                """.formatted(database.chunk());
        new Sql(connection, sql, until, claim.uploadId(), claim.seq()).update();
    }

    /**
     * Stores the progress of a claimed chunk.
     *
     * @param before how many of its records have had a result
     * @param done how many have one now
     * @return false if the claim is not valid any more
     */
    public boolean advance(Connection connection, Claim claim, int before, int done) throws SQLException {
        String sql = """
                UPDATE %s SET DONE = ?, STATE = ?
                WHERE UPLOAD_ID = ? AND SEQ = ? AND TOKEN = ? AND STATE = ? AND DONE = ?
                """.formatted(database.chunk());
        ChunkState next = done == claim.records() ? ChunkState.DONE : ChunkState.CLAIMED;
        return new Sql(
                                connection,
                                sql,
                                done,
                                next.code(),
                                claim.uploadId(),
                                claim.seq(),
                                claim.token(),
                                ChunkState.CLAIMED.code(),
                                before)
                        .update()
                == 1;
    }

    /**
     * Gives up a claim.
     *
     * @param counted whether this counts as an attempt
     */
    public void release(Connection connection, Claim claim, boolean counted) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, ATTEMPTS = ATTEMPTS - ?
                WHERE UPLOAD_ID = ? AND SEQ = ? AND TOKEN = ? AND STATE = ?
                """.formatted(database.chunk());
        new Sql(
                        connection,
                        sql,
                        ChunkState.PENDING.code(),
                        counted ? 0 : 1,
                        claim.uploadId(),
                        claim.seq(),
                        claim.token(),
                        ChunkState.CLAIMED.code())
                .update();
    }

    /** Ends all claims of a job: the holder of one fails its check and rolls back. */
    public void releaseAll(Connection connection, String jobId) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ? WHERE JOB_ID = ? AND STATE = ?
                """.formatted(database.chunk());
        new Sql(connection, sql, ChunkState.PENDING.code(), jobId, ChunkState.CLAIMED.code()).update();
    }

    /** Lets all chunks of a job be written once more, from their first record. */
    public void restart(Connection connection, String jobId) throws SQLException {
        String sql = """
                UPDATE %s SET STATE = ?, DONE = 0 WHERE JOB_ID = ? AND STATE IN (?, ?)
                """.formatted(database.chunk());
        new Sql(connection, sql, ChunkState.PENDING.code(), jobId, ChunkState.CLAIMED.code(), ChunkState.DONE.code())
                .update();
    }

    /** Removes the chunks of a part with their records. */
    public void removePart(Connection connection, String uploadId) throws SQLException {
        blocks.removePart(connection, uploadId);
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ?
                """.formatted(database.chunk());
        new Sql(connection, sql, uploadId).update();
    }

    /** Removes the chunks of a job, whose parts are still there, with their records. */
    public void removeJob(Connection connection, String jobId) throws SQLException {
        blocks.removeJob(connection, jobId);
        String sql = """
                DELETE FROM %s WHERE JOB_ID = ?
                """.formatted(database.chunk());
        new Sql(connection, sql, jobId).update();
    }
}
