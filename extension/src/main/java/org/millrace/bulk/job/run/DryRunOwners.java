package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Keeps each dry run on one node, which holds its state in memory. Thread-safe. */
final class DryRunOwners {
    private final JobDatabase database;
    private final ChunkTable chunks;
    private final Ledger ledger;
    private final Duration lease;

    /** @param lease time after which a silent node counts as stopped and its dry runs as lost */
    DryRunOwners(JobDatabase database, Ledger ledger, Duration lease) {
        this.database = database;
        this.chunks = new ChunkTable(database);
        this.ledger = ledger;
        this.lease = lease;
    }

    /**
     * Whether this node may continue a dry run: one node holds its state in memory, and another starts it again once that node is
     * silent.
     *
     * @param job whose row is locked
     * @param dryRunOwner owner of the state on this node
     */
    boolean mayContinue(Connection connection, Job job, String dryRunOwner, long now) throws SQLException {
        record Ownership(String by, long until) {}
        Ownership ownership = new Sql(
                        connection,
                        "SELECT REHEARSED_BY, REHEARSED_UNTIL FROM " + database.job() + " WHERE ID = ?",
                        job.id())
                .first(row -> new Ownership(String.valueOf(row.getString(1)), row.getLong(2)))
                .orElseThrow(() -> new SQLException("a job was removed while its row was locked"));
        boolean ours = ownership.by().equals(dryRunOwner);
        if (!ours && ownership.until() >= now) {
            return false;
        }
        if (!ours) {
            ledger.clear(connection, job.id());
            chunks.restart(connection, job.id());
        }
        new Sql(
                        connection,
                        "UPDATE " + database.job()
                                + " SET REHEARSED_BY = ?, REHEARSED_UNTIL = ?, ATTEMPTS = ATTEMPTS + ? WHERE ID = ?",
                        dryRunOwner,
                        now + lease.toMillis(),
                        !ours && ownership.until() > 0 ? 1 : 0,
                        job.id())
                .update();
        return true;
    }

    /** Extends the leases of these dry runs. */
    void renew(Iterable<String> dryRuns) throws SQLException {
        database.inTransaction(connection -> {
            long until = Database.now(connection) + lease.toMillis();
            for (String dryRunOwner : dryRuns) {
                new Sql(
                                connection,
                                "UPDATE " + database.job() + " SET REHEARSED_UNTIL = ? WHERE REHEARSED_BY = ?",
                                until,
                                dryRunOwner)
                        .update();
            }
            return until;
        });
    }
}
