package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobTotals;
import org.millrace.server.caller.Caller;

/** Reads and writes the records of a job on this node, and is notified of its completion. Thread-safe. */
public interface JobWriting {
    /**
     * The state of one job on this node.
     *
     * @param writer holds the state of one import between its chunks
     * @param parser thread-safe
     * @param oneByOne whether the chunks of the job must be written one at a time in the whole cluster
     * @param committed receives outcomes after the commit of their ledger entry
     * @param keepsImages whether to store the states for an undo of the job
     * @param types the record type of the records of a chunk, such as {@code user}
     * @param closing runs when this node stops working on the job
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
