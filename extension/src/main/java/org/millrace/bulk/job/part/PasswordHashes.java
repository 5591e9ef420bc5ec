package org.millrace.bulk.job.part;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.report.Notices;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.Sql;

/**
 * Password hashes of another system's export in the parts of an open job, to be joined with the users of later parts. They are deleted when
 * the job starts. Safe for use by several threads.
 */
public final class PasswordHashes {
    /** Maximum number of keys in one query: every supported database accepts that many parameters. */
    private static final int KEYS_A_QUERY = 500;

    private final JobDatabase database;
    private final PartTable parts;

    /** Hashes in this database. */
    public PasswordHashes(JobDatabase database) {
        this.database = database;
        this.parts = new PartTable(database);
    }

    /**
     * One password hash.
     *
     * @param account id of the account in the other system; null if it is not known
     * @param email address and connection; null if one of them is not known
     * @param credential as JSON
     */
    record Hash(@Nullable String account, @Nullable String email, String credential) {
        /** The credential is a password hash. */
        @Override
        public String toString() {
            return "Hash[" + account + "]";
        }
    }

    /** A stored password hash and its place. */
    record Found(String uploadId, int row, String credential) {
        /** The credential is a password hash. */
        @Override
        public String toString() {
            return "Found[" + uploadId + "/" + row + "]";
        }
    }

    /** Whether parts of the job that have arrived, or this upload, have password hashes. */
    boolean exist(Connection connection, String jobId, String upload) throws SQLException {
        return new Sql(connection, """
                        SELECT 1 FROM %s p
                        WHERE p.JOB_ID = ? AND (p.ARRIVED = 1 OR p.UPLOAD_ID = ?)
                          AND EXISTS (SELECT 1 FROM %s h WHERE h.UPLOAD_ID = p.UPLOAD_ID)
                        """.formatted(database.part(), database.hash()), jobId, upload)
                .first(row -> true)
                .orElse(false);
    }

    /** Whether another part of the job contains users. */
    boolean followUsers(Connection connection, String jobId, int part) throws SQLException {
        return parts.hasOtherRecords(connection, jobId, part);
    }

    /** @param firstRow number of the first hash in its upload */
    void insert(Connection connection, String upload, int firstRow, List<Hash> hashes) throws SQLException {
        String sql = """
                INSERT INTO %s (UPLOAD_ID, ROW_NUM, ACCOUNT, EMAIL, CREDENTIAL, USED) VALUES (?, ?, ?, ?, ?, 0)
                """.formatted(database.hash());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int row = firstRow;
            for (Hash hash : hashes) {
                statement.setString(1, upload);
                statement.setInt(2, row++);
                statement.setString(3, hash.account());
                statement.setString(4, hash.email());
                statement.setString(5, hash.credential());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /**
     * The password hashes of a job by one of their keys; of several with the same key the last one.
     *
     * @param column ACCOUNT or EMAIL
     */
    Map<String, Found> find(Connection connection, String jobId, String upload, String column, List<String> keys)
            throws SQLException {
        Map<String, Found> found = new HashMap<>();
        for (int from = 0; from < keys.size(); from += KEYS_A_QUERY) {
            List<String> some = keys.subList(from, Math.min(from + KEYS_A_QUERY, keys.size()));
            List<@Nullable Object> parameters = new ArrayList<>(some);
            parameters.add(jobId);
            parameters.add(upload);
            String sql = """
                    SELECT h.%1$s, h.UPLOAD_ID, h.ROW_NUM, h.CREDENTIAL
                    FROM %2$s h JOIN %3$s p ON p.UPLOAD_ID = h.UPLOAD_ID
                    WHERE h.%1$s IN %4$s AND p.JOB_ID = ? AND (p.ARRIVED = 1 OR p.UPLOAD_ID = ?)
                    ORDER BY h.ROW_NUM
                    """.formatted(column, database.hash(), database.part(), Sql.marks(some.size()));
            new Sql(connection, sql, parameters.toArray())
                    .all(row ->
                            found.put(row.getString(1), new Found(row.getString(2), row.getInt(3), row.getString(4))));
        }
        return found;
    }

    /** Marks password hashes as used by a user. */
    void use(Connection connection, List<Found> used) throws SQLException {
        String sql = """
                UPDATE %s SET USED = 1 WHERE UPLOAD_ID = ? AND ROW_NUM = ?
                """.formatted(database.hash());
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Found hash : used) {
                statement.setString(1, hash.uploadId());
                statement.setInt(2, hash.row());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Deletes the password hashes of an upload. */
    void remove(Connection connection, String upload) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID = ?
                """.formatted(database.hash());
        new Sql(connection, sql, upload).update();
    }

    /** Deletes the password hashes of a job, whose parts are still there. */
    void removeJob(Connection connection, String jobId) throws SQLException {
        String sql = """
                DELETE FROM %s WHERE UPLOAD_ID IN (SELECT UPLOAD_ID FROM %s WHERE JOB_ID = ?)
                """.formatted(database.hash(), database.part());
        new Sql(connection, sql, jobId).update();
    }

    private record Left(String uploadId, long all, long unused) {}

    /** Whether the job contains password hashes and no user. */
    public boolean haveNoUsers(Connection connection, String jobId) throws SQLException {
        return exist(connection, jobId, "") && !followUsers(connection, jobId, -1);
    }

    /** Deletes the password hashes of a job that starts, and leaves a notice on each part some of whose hashes have no user. */
    public void finish(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT h.UPLOAD_ID, COUNT(*), SUM(CASE WHEN h.USED = 0 THEN 1 ELSE 0 END)
                FROM %s h JOIN %s p ON p.UPLOAD_ID = h.UPLOAD_ID
                WHERE p.JOB_ID = ? GROUP BY h.UPLOAD_ID
                """.formatted(database.hash(), database.part());
        List<Left> left =
                new Sql(connection, sql, jobId).all(row -> new Left(row.getString(1), row.getLong(2), row.getLong(3)));
        for (Left each : left) {
            Optional<Violation> notice = each.unused() == 0
                    ? Optional.empty()
                    : Optional.of(Violation.of(
                            "password-hash-without-user",
                            null,
                            each.unused() + " of " + each.all() + " password hashes have no user in this job"));
            parts.setNotices(
                    connection,
                    each.uploadId(),
                    notice.map(one -> Notices.write(List.of(one))).orElse(null));
            remove(connection, each.uploadId());
        }
    }
}
