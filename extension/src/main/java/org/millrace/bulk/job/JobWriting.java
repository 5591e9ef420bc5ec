package org.millrace.bulk.job;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.format.RecordParser;
import org.millrace.server.Caller;

/** Reads and writes the records of a job on this node, and is notified of its completion. Thread-safe. */
public interface JobWriting {
    /**
     * What works on one job on this node.
     *
     * @param writer keeps what one import has to remember between its chunks
     * @param parser safe for any thread
     * @param oneByOne whether no two chunks of the job may be written at once, on any node
     * @param committed gets outcomes once the transaction with their ledger entry is committed
     * @param keepsImages whether to store what an undo of the job needs
     * @param types the record type of the records of a chunk, such as {@code user}
     * @param closing to be run when this node works on the job no longer
     */
    record Opened(
            TransactionalWriter writer,
            RecordParser parser,
            boolean oneByOne,
            Consumer<List<Outcome>> committed,
            boolean keepsImages,
            Function<Chunk, String> types,
            Runnable closing) {}

    /**
     * Prepares work on a job.
     *
     * @throws SQLException if the database cannot be reached
     */
    Opened open(Job job, JobOptions options, Caller caller) throws SQLException;

    /** Called in the transaction in which a job ends. */
    void ending(KeycloakSession session, RealmModel realm, Job job, JobOptions options, JobTotals totals);

    /**
     * Called once a job has ended, on the node that noticed.
     *
     * @param unprocessed records without an entry in the ledger
     */
    void ended(Job job, JobOptions options, JobTotals totals, long unprocessed);
}
