package org.millrace.bulk.job.part;

import java.sql.SQLException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.PartTable;

/** Number and size of stored parts, which limits apply to. Thread-safe. */
public final class PartTotals {
    private final JobDatabase database;
    private final PartTable parts;

    /** Parts in this database. */
    public PartTotals(JobDatabase database) {
        this.database = database;
        this.parts = new PartTable(database);
    }

    /** The stored data of a user. */
    public PartTable.OfUser ofUser(String ownerId) throws SQLException {
        return database.read(connection -> parts.ofUser(connection, ownerId));
    }

    /** How many parts an open job has, besides one with this number. */
    public long otherParts(String id, int part) throws SQLException {
        return database.read(connection -> parts.otherParts(connection, id, part));
    }

    /** How many records an open job has in its parts, besides one with this number. */
    public long recordsOfOtherParts(String id, int part) throws SQLException {
        return database.read(connection -> parts.recordsOfOtherParts(connection, id, part));
    }
}
