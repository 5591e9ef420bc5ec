package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.server.Database;

/** Keeps each dry run on one node, which holds its state in memory. Thread-safe. */
final class DryRunOwners {
    private final JobDatabase database;
    private final JobTable jobs;
    private final ChunkTable chunks;
    private final Ledger ledger;
    private final Duration lease;

    /** @param lease time after which a silent node counts as stopped and its dry runs as lost */
    DryRunOwners(JobDatabase database, Ledger ledger, Duration lease) {
        this.database = database;
        this.jobs = new JobTable(database);
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
        JobTable.DryRunOwner owner = jobs.dryRunOwner(connection, job.id());
        boolean ours = owner.name().equals(dryRunOwner);
        if (!ours && owner.until() >= now) {
            return false;
        }
        if (!ours) {
            ledger.clear(connection, job.id());
            chunks.restart(connection, job.id());
        }
        JobTable.DryRunOwner next = new JobTable.DryRunOwner(dryRunOwner, now + lease.toMillis());
        jobs.setDryRunOwner(connection, job.id(), next, !ours && owner.until() > 0);
        return true;
    }

    /** Extends the leases of these dry runs. */
    void renew(Iterable<String> dryRuns) throws SQLException {
        database.inTransaction(connection -> {
            long until = Database.now(connection) + lease.toMillis();
            for (String dryRunOwner : dryRuns) {
                jobs.renew(connection, new JobTable.DryRunOwner(dryRunOwner, until));
            }
            return until;
        });
    }
}
