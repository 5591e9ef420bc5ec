package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.Claim;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.ImageBlock;
import org.millrace.server.Sql;

/** The stored images of the entities that jobs changed, one row for each transaction. Safe for use by several threads. */
public final class UndoImages {
    /** Upper bound for the earlier states of one transaction, in characters. */
    private static final long MAX_CHARACTERS = 16L * 1024 * 1024;

    private final JobDatabase database;

    /** Stored states in this database. */
    public UndoImages(JobDatabase database) {
        this.database = database;
    }

    /**
     * The changes of a job's transaction.
     *
     * @param type the type of its records, such as {@code user}
     */
    record Block(String type, List<BeforeImage> images) {}

    /** Key of a stored block. */
    record BlockKey(String jobId, int part, int seq, int first) {
        /** Before all blocks. */
        static final BlockKey FIRST = new BlockKey("", -1, -1, -1);
    }

    /** Stores the images of the records of a chunk from this index on. */
    public void add(Connection connection, Claim claim, int first, String type, List<BeforeImage> images)
            throws SQLException {
        byte[] block = ImageBlock.pack(withinLimit(images));
        String sql = """
                INSERT INTO %s (JOB_ID, PART, SEQ, FIRST_RECORD, TYPE, BYTES, IMAGES) VALUES (?, ?, ?, ?, ?, ?, ?)
                """.formatted(database.image());
        new Sql(connection, sql, claim.jobId(), claim.part(), claim.seq(), first, type, block.length, block).update();
    }

    /** Without the earlier states beyond the limit for one row: such records cannot be undone. */
    static List<BeforeImage> withinLimit(List<BeforeImage> images) {
        List<BeforeImage> kept = new ArrayList<>(images.size());
        long characters = 0;
        for (BeforeImage image : images) {
            int length = image.before() == null ? 0 : image.before().length();
            if (length == 0 || characters + length <= MAX_CHARACTERS) {
                kept.add(image);
                characters += length;
            }
        }
        return kept;
    }

    /** The images of one ledger row; empty if they were removed. */
    Optional<Block> of(Connection connection, String jobId, int part, int seq, int first) throws SQLException {
        String sql = """
                SELECT TYPE, IMAGES FROM %s WHERE JOB_ID = ? AND PART = ? AND SEQ = ? AND FIRST_RECORD = ?
                """.formatted(database.image());
        return new Sql(connection, sql, jobId, part, seq, first)
                .first(row -> new Block(row.getString(1), ImageBlock.unpack(row.getBytes(2))));
    }

    /** The keys of the next blocks with records of these types, in order. */
    List<BlockKey> after(Connection connection, BlockKey key, List<String> types, int limit) throws SQLException {
        String sql = """
                SELECT JOB_ID, PART, SEQ, FIRST_RECORD FROM %s
                WHERE (JOB_ID, PART, SEQ, FIRST_RECORD) > (?, ?, ?, ?) AND TYPE IN %s
                ORDER BY JOB_ID, PART, SEQ, FIRST_RECORD LIMIT %d
                """.formatted(database.image(), Sql.marks(types.size()), limit);
        return new Sql(
                        connection,
                        sql,
                        Stream.concat(Stream.of(key.jobId(), key.part(), key.seq(), key.first()), types.stream())
                                .toArray())
                .all(row -> new BlockKey(row.getString(1), row.getInt(2), row.getInt(3), row.getInt(4)));
    }

    /** Stores other images in a block; does nothing if it was removed. */
    void replace(Connection connection, BlockKey key, List<BeforeImage> images) throws SQLException {
        byte[] block = ImageBlock.pack(images);
        String sql = """
                UPDATE %s SET BYTES = ?, IMAGES = ? WHERE JOB_ID = ? AND PART = ? AND SEQ = ? AND FIRST_RECORD = ?
                """.formatted(database.image());
        new Sql(connection, sql, block.length, block, key.jobId(), key.part(), key.seq(), key.first()).update();
    }

    /** Size of the images of a job in bytes, compressed. */
    public long bytes(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT COALESCE(SUM(BYTES), 0) FROM %s WHERE JOB_ID = ?
                """.formatted(database.image());
        return new Sql(connection, sql, jobId).first(row -> row.getLong(1)).orElse(0L);
    }

    /** Removes the images of a job that is deleted. */
    public void removeJob(Connection connection, String jobId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE JOB_ID = ?
                """.formatted(database.image());
        new Sql(connection, sql, jobId).update();
    }

    /** Removes the images of a job, unless it is being undone. */
    public void remove(Connection connection, String jobId) throws SQLException {
        new Sql(connection, removalOfJobs("j.ID = ?"), jobId).update();
    }

    /**
     * Removes the images of jobs that finished before a time, unless they are being undone, and those of jobs that were deleted.
     *
     * @param before milliseconds since the epoch
     */
    public void removeOlder(long before) throws SQLException {
        database.update(removalOfJobs("j.FINISHED_AT < ?"), before);
        database.update("""
                DELETE FROM %s WHERE JOB_ID NOT IN (SELECT ID FROM %s)
                """.formatted(database.image(), database.job()));
    }

    private String removalOfJobs(String condition) {
        return """
                DELETE FROM %1$s WHERE JOB_ID IN (
                    SELECT j.ID FROM %2$s j
                    WHERE %3$s AND NOT EXISTS (SELECT 1 FROM %2$s u WHERE u.UNDO_OF = j.ID AND u.FINISHED_AT IS NULL))
                """.formatted(database.image(), database.job(), condition);
    }
}
