package org.millrace.bulk.job.part;

import java.sql.Connection;
import java.sql.SQLException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.server.Sql;

/** Number and size of stored parts, which limits apply to. Thread-safe. */
public final class PartTotals {
    private final JobDatabase database;

    /** Parts in this database. */
    public PartTotals(JobDatabase database) {
        this.database = database;
    }

    /**
     * Parts of jobs that are not finished, of one user.
     *
     * @param bytes as stored
     */
    public record OfUser(long parts, long bytes) {}

    /** The stored data of a user. */
    public OfUser ofUser(String ownerId) throws SQLException {
        return database.read(connection -> ofUser(connection, ownerId));
    }

    OfUser ofUser(Connection connection, String ownerId) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT COUNT(*), COALESCE(SUM(p.BYTES), 0) FROM " + database.part() + " p JOIN "
                                + database.job()
                                + " j ON j.ID = p.JOB_ID WHERE j.OWNER_ID = ? AND j.FINISHED_AT IS NULL AND j.SOURCE IS NULL",
                        ownerId)
                .first(row -> new OfUser(row.getLong(1), row.getLong(2)))
                .orElse(new OfUser(0, 0));
    }

    /** How many parts an open job has, besides one with this number. */
    public long otherParts(String id, int part) throws SQLException {
        return database.read(connection -> new Sql(
                        connection,
                        "SELECT COUNT(DISTINCT PART) FROM " + database.part() + " WHERE JOB_ID = ? AND PART <> ?",
                        id,
                        part)
                .first(row -> row.getLong(1))
                .orElse(0L));
    }

    /** How many records an open job has in its parts, besides one with this number. */
    public long recordsOfOtherParts(String id, int part) throws SQLException {
        return database.read(connection -> new Sql(
                        connection,
                        "SELECT COALESCE(SUM(RECORDS), 0) FROM " + database.part() + " WHERE JOB_ID = ? AND PART <> ?",
                        id,
                        part)
                .first(row -> row.getLong(1))
                .orElse(0L));
    }
}
