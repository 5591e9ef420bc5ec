package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.server.Sql;

/**
 * The parts of jobs: uploads, batches claimed from a work queue, and the one part of an undo job. A part belongs to its job once it has
 * arrived. Thread-safe.
 */
public final class PartTable {
    private final JobDatabase database;

    /** Parts in this database. */
    public PartTable(JobDatabase database) {
        this.database = database;
    }

    /** A part of a job. */
    public record Part(String uploadId, int part) {}

    /**
     * Description of a complete part.
     *
     * @param notImported sections of an export file that are not imported, one a line; null for none
     * @param header column names of a table, a JSON array; null for other formats
     * @param notices messages about the part, JSON; null for none
     */
    public record Content(
            long records,
            @Nullable String notImported,
            @Nullable String header,
            @Nullable String notices) {}

    /**
     * Parts of jobs that are not finished, of one user.
     *
     * @param bytes as stored
     */
    public record OfUser(long parts, long bytes) {}

    /** Begins an upload. */
    public void begin(Connection connection, String uploadId, String jobId, int part, long now) throws SQLException {
        String sql = """
                INSERT INTO %s (UPLOAD_ID, JOB_ID, PART, ARRIVED, TOUCHED_AT) VALUES (?, ?, ?, 0, ?)
                """.formatted(database.part());
        new Sql(connection, sql, uploadId, jobId, part, now).update();
    }

    /** Begins a batch of a work queue, after all other parts of the job, whose row is locked; returns its number. */
    public int beginBatch(Connection connection, String uploadId, String jobId, long now) throws SQLException {
        String last = """
                SELECT MAX(PART) FROM %s WHERE JOB_ID = ?
                """.formatted(database.part());
        int part = new Sql(connection, last, jobId).first(row -> row.getInt(1)).orElse(0) + 1;
        String sql = """
                INSERT INTO %s (UPLOAD_ID, JOB_ID, PART, ARRIVED, TOUCHED_AT, ACKNOWLEDGED) VALUES (?, ?, ?, 0, ?, 0)
                """.formatted(database.part());
        new Sql(connection, sql, uploadId, jobId, part, now).update();
        return part;
    }

    /** Stores a part that has arrived. */
    public void add(Connection connection, String uploadId, String jobId, int part, long records, long now)
            throws SQLException {
        String sql = """
                INSERT INTO %s (UPLOAD_ID, JOB_ID, PART, ARRIVED, RECORDS, TOUCHED_AT) VALUES (?, ?, ?, 1, ?, ?)
                """.formatted(database.part());
        new Sql(connection, sql, uploadId, jobId, part, records, now).update();
    }

    /** Adds stored bytes to an upload; false if it was removed. */
    public boolean grow(Connection connection, String uploadId, long bytes, long now) throws SQLException {
        String sql = """
                UPDATE %s SET TOUCHED_AT = ?, BYTES = BYTES + ? WHERE UPLOAD_ID = ?
                """.formatted(database.part());
        return new Sql(connection, sql, now, bytes, uploadId).update() == 1;
    }

    /** Ends an upload; false if it was removed. */
    public boolean complete(Connection connection, String uploadId, Content content, long now) throws SQLException {
        String sql = """
                UPDATE %s SET ARRIVED = 1, RECORDS = ?, NOT_IMPORTED = ?, CSV_HEADER = ?, NOTICES = ?, TOUCHED_AT = ?
                WHERE UPLOAD_ID = ?
                """.formatted(database.part());
        return new Sql(
                                connection,
                                sql,
                                content.records(),
                                content.notImported(),
                                content.header(),
                                content.notices(),
                                now,
                                uploadId)
                        .update()
                == 1;
    }

    /** Marks a claimed batch as complete; false if it was removed, or is complete already. */
    public boolean completeBatch(Connection connection, String uploadId, long records, long now) throws SQLException {
        String sql = """
                UPDATE %s SET ARRIVED = 1, RECORDS = ?, TOUCHED_AT = ? WHERE UPLOAD_ID = ? AND ARRIVED = 0
                """.formatted(database.part());
        return new Sql(connection, sql, records, now, uploadId).update() == 1;
    }

    /** Subtracts records that come again in another part. */
    public void defer(Connection connection, String uploadId, long records) throws SQLException {
        String sql = """
                UPDATE %s SET RECORDS = RECORDS - ? WHERE UPLOAD_ID = ?
                """.formatted(database.part());
        new Sql(connection, sql, records, uploadId).update();
    }

    /** Replaces the notices of a part. */
    public void setNotices(Connection connection, String uploadId, @Nullable String notices) throws SQLException {
        String sql = """
                UPDATE %s SET NOTICES = ? WHERE UPLOAD_ID = ?
                """.formatted(database.part());
        new Sql(connection, sql, notices, uploadId).update();
    }

    /** Records that a work queue has received the results of a batch. */
    public void acknowledge(Connection connection, String uploadId) throws SQLException {
        String sql = """
                UPDATE %s SET ACKNOWLEDGED = 1 WHERE UPLOAD_ID = ?
                """.formatted(database.part());
        new Sql(connection, sql, uploadId).update();
    }

    /** The uploads that have arrived as a job's part with this number. */
    public List<String> arrived(Connection connection, String jobId, int part) throws SQLException {
        String sql = """
                SELECT UPLOAD_ID FROM %s WHERE JOB_ID = ? AND PART = ? AND ARRIVED = 1
                """.formatted(database.part());
        return new Sql(connection, sql, jobId, part).all(row -> row.getString(1));
    }

    /** How many parts of a job have arrived. */
    public long arrived(Connection connection, String jobId) throws SQLException {
        return count(connection, jobId, "ARRIVED = 1");
    }

    /** How many parts of a job are on their way. */
    public long arriving(Connection connection, String jobId) throws SQLException {
        return count(connection, jobId, "ARRIVED = 0");
    }

    private long count(Connection connection, String jobId, String condition) throws SQLException {
        String sql = """
                SELECT COUNT(*) FROM %s WHERE JOB_ID = ? AND %s
                """.formatted(database.part(), condition);
        return new Sql(connection, sql, jobId).first(row -> row.getLong(1)).orElse(0L);
    }

    /** Uploads that have not arrived and have made no progress since that time. */
    public List<String> abandoned(Connection connection, long then) throws SQLException {
        String sql = """
                SELECT UPLOAD_ID FROM %s WHERE ARRIVED = 0 AND TOUCHED_AT < ?
                """.formatted(database.part());
        return new Sql(connection, sql, then).all(row -> row.getString(1));
    }

    /** Incomplete batches of a job whose lease was last renewed before that time. */
    public List<Part> lost(Connection connection, String jobId, long then) throws SQLException {
        String sql = """
                SELECT UPLOAD_ID, PART FROM %s
                WHERE JOB_ID = ? AND ACKNOWLEDGED = 0 AND ARRIVED = 0 AND TOUCHED_AT < ?
                """.formatted(database.part());
        return new Sql(connection, sql, jobId, then).all(row -> new Part(row.getString(1), row.getInt(2)));
    }

    /** All batches of a job that are not acknowledged, in order. */
    public List<Part> unacknowledged(Connection connection, String jobId) throws SQLException {
        return unacknowledged(connection, jobId, "");
    }

    /** The batches of a job that have arrived and are not acknowledged, in order. */
    public List<Part> arrivedUnacknowledged(Connection connection, String jobId) throws SQLException {
        return unacknowledged(connection, jobId, "AND ARRIVED = 1");
    }

    /**
     * Those all of whose chunks have this state.
     *
     * @param state the number of a state of chunks
     */
    public List<Part> arrivedUnacknowledged(Connection connection, String jobId, int state) throws SQLException {
        return unacknowledged(connection, jobId, """
                AND ARRIVED = 1
                AND NOT EXISTS (SELECT 1 FROM %s c WHERE c.UPLOAD_ID = p.UPLOAD_ID AND c.STATE <> %d)
                """.formatted(database.chunk(), state));
    }

    private List<Part> unacknowledged(Connection connection, String jobId, String more) throws SQLException {
        String sql = """
                SELECT UPLOAD_ID, PART FROM %s p WHERE JOB_ID = ? AND ACKNOWLEDGED = 0 %s ORDER BY PART
                """.formatted(database.part(), more);
        return new Sql(connection, sql, jobId).all(row -> new Part(row.getString(1), row.getInt(2)));
    }

    /** Whether a job has a batch that is not acknowledged. */
    public boolean isAnyUnacknowledged(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT 1 FROM %s WHERE JOB_ID = ? AND ACKNOWLEDGED = 0 LIMIT 1
                """.formatted(database.part());
        return new Sql(connection, sql, jobId).first(row -> true).isPresent();
    }

    /** Whether a part of a job other than the one with this number has records. */
    public boolean hasOtherRecords(Connection connection, String jobId, int part) throws SQLException {
        String sql = """
                SELECT 1 FROM %s WHERE JOB_ID = ? AND PART <> ? AND ARRIVED = 1 AND RECORDS > 0
                """.formatted(database.part());
        return new Sql(connection, sql, jobId, part).first(row -> true).orElse(false);
    }

    /** What the parts of a job say about sections that are not imported, in order. */
    public List<String> notImported(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT NOT_IMPORTED FROM %s WHERE JOB_ID = ? AND ARRIVED = 1 AND NOT_IMPORTED IS NOT NULL ORDER BY PART
                """.formatted(database.part());
        return new Sql(connection, sql, jobId).all(row -> row.getString(1));
    }

    /** The notices of the parts of a job, in order. */
    public List<String> notices(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT NOTICES FROM %s WHERE JOB_ID = ? AND ARRIVED = 1 AND NOTICES IS NOT NULL ORDER BY PART
                """.formatted(database.part());
        return new Sql(connection, sql, jobId).all(row -> row.getString(1));
    }

    /** The column names of each part of a job, in order; empty for one that is no table. */
    public List<Optional<String>> headers(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT CSV_HEADER FROM %s WHERE JOB_ID = ? AND ARRIVED = 1 ORDER BY PART
                """.formatted(database.part());
        return new Sql(connection, sql, jobId).all(row -> Optional.ofNullable(row.getString(1)));
    }

    /** The number of parts of a user's unfinished jobs, and the bytes of these parts and of finished parts with records for a retry file. */
    public OfUser ofUser(Connection connection, String ownerId) throws SQLException {
        String sql = """
                SELECT COUNT(CASE WHEN j.FINISHED_AT IS NULL THEN 1 END), COALESCE(SUM(p.BYTES), 0)
                FROM %s p JOIN %s j ON j.ID = p.JOB_ID
                WHERE j.OWNER_ID = ? AND j.SOURCE IS NULL
                AND (j.FINISHED_AT IS NULL OR EXISTS (SELECT 1 FROM %s b WHERE b.UPLOAD_ID = p.UPLOAD_ID))
                """.formatted(database.part(), database.job(), database.block());
        return new Sql(connection, sql, ownerId)
                .first(row -> new OfUser(row.getLong(1), row.getLong(2)))
                .orElse(new OfUser(0, 0));
    }

    /** How many parts an open job has, besides one with this number. */
    public long otherParts(Connection connection, String jobId, int part) throws SQLException {
        return ofOthers(connection, jobId, part, "COUNT(DISTINCT PART)");
    }

    /** How many records an open job has in its parts, besides one with this number. */
    public long recordsOfOtherParts(Connection connection, String jobId, int part) throws SQLException {
        return ofOthers(connection, jobId, part, "COALESCE(SUM(RECORDS), 0)");
    }

    private long ofOthers(Connection connection, String jobId, int part, String sum) throws SQLException {
        String sql = """
                SELECT %s FROM %s WHERE JOB_ID = ? AND PART <> ?
                """.formatted(sum, database.part());
        return new Sql(connection, sql, jobId, part)
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /** Removes a batch that has not arrived; false if it has, or was removed before. */
    public boolean removeArriving(Connection connection, String uploadId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ? AND ARRIVED = 0
                """.formatted(database.part());
        return new Sql(connection, sql, uploadId).update() == 1;
    }

    /** Removes a part. */
    public void remove(Connection connection, String uploadId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ?
                """.formatted(database.part());
        new Sql(connection, sql, uploadId).update();
    }

    /** Removes the parts of a job. */
    public void removeJob(Connection connection, String jobId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE JOB_ID = ?
                """.formatted(database.part());
        new Sql(connection, sql, jobId).update();
    }
}
