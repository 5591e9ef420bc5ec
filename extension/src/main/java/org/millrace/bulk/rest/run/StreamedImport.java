package org.millrace.bulk.rest.run;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.keycloak.events.admin.OperationType;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.chunk.CountedForeignKeyChecks;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.chunk.outcome.SummaryNotes;
import org.millrace.bulk.chunk.outcome.Tally;
import org.millrace.bulk.chunk.run.BrokenBodyException;
import org.millrace.bulk.chunk.run.Chunker;
import org.millrace.bulk.chunk.run.DirectChunkWriter;
import org.millrace.bulk.chunk.run.ImportRun;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.rest.body.ReceivedBody;
import org.millrace.bulk.rest.body.RejectedBodyException;
import org.millrace.bulk.rest.response.ClientChannel;
import org.millrace.bulk.rest.response.ClientDisconnectedException;
import org.millrace.bulk.rest.response.OutcomeStream;
import org.millrace.bulk.rest.setting.ImportOptions;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.server.RealmRemovedException;
import org.millrace.server.caller.Caller;
import org.millrace.server.problem.Problem;

/** One call's import: from the body to the outcomes, the meters, the log and the admin event. */
public final class StreamedImport {
    private static final Logger LOG = Logger.getLogger(StreamedImport.class);

    /** {@code ADMIN_EVENT_ENTITY.RESOURCE_TYPE} has 64 characters. */
    static final String RESOURCE_TYPE = "BULK_IMPORT";

    private final BulkImport bulkImport;
    private final String entity;
    private final boolean looksAhead;
    private final String realmId;
    private final String realmName;
    private final Caller caller;
    private final AdminEventBuilder events;
    private final ImportOptions options;
    private final RecordReader reader;
    private final DirectChunkWriter writer;
    private final CountedForeignKeyChecks foreignKeyChecks;
    private final int chunkSize;

    /** The import of one call. */
    public StreamedImport(
            BulkImport bulkImport,
            EntityType type,
            Realm realm,
            Caller caller,
            AdminEventBuilder events,
            ImportOptions options,
            RecordReader reader,
            DirectChunkWriter writer,
            CountedForeignKeyChecks foreignKeyChecks,
            int defaultChunkSize) {
        this.bulkImport = bulkImport;
        this.entity = type.name();
        this.looksAhead = type.looksAhead();
        this.realmId = realm.id();
        this.realmName = realm.name();
        this.caller = caller;
        this.events = events;
        this.options = options;
        this.reader = reader;
        this.writer = writer;
        this.foreignKeyChecks = foreignKeyChecks;
        int requested = options.chunkSize() == 0 ? defaultChunkSize : options.chunkSize();
        this.chunkSize = options.wrapWeakHashes() ? Math.min(requested, BulkImport.MAX_WRAPPED) : requested;
    }

    /**
     * Runs the import and streams its outcomes to the client. If the body or the connection fails, the response is aborted before
     * its summary.
     *
     * @param body source of the reader
     * @throws jakarta.ws.rs.WebApplicationException if the body failed before the response has begun
     */
    public void run(ReceivedBody body, ClientChannel client) throws IOException {
        try (ImportMeters.Running running = bulkImport.meters().begun();
                OutcomeStream outcomes =
                        new OutcomeStream(client, options.reported(), bulkImport.settings(), System::nanoTime)) {
            body.whileWaiting(outcomes);
            ImportRun run = new ImportRun(
                    new Chunker(reader, chunkSize, System::nanoTime),
                    writer,
                    bulkImport.gate(),
                    bulkImport.executor(),
                    outcomes,
                    new ImportRun.Rules(
                            options.maxErrors(),
                            looksAhead,
                            options.dryRun() || options.onConflict().isChanging()),
                    () -> bulkImport.isStopping() || writer.isRealmRemoved(),
                    outcome -> {
                        if (!options.dryRun()) {
                            bulkImport.meters().count(entity, outcome);
                        }
                    });
            try {
                finish(run, outcomes);
            } catch (BrokenBodyException e) {
                LOG.infof(
                        "Import into realm %s by %s: truncated body: %s",
                        realmName, caller.description(), e.getMessage());
                cutOff(client, outcomes, e, run.counts());
            } catch (ClientDisconnectedException e) {
                LOG.infof(
                        "Import into realm %s by %s: client disconnected: %s",
                        realmName, caller.description(), e.getMessage());
                client.breakOff();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is about to stop", e);
        }
    }

    private void finish(ImportRun run, OutcomeStream outcomes) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try {
            run.run();
        } finally {
            ended(run.counts(), Duration.ofNanos(System.nanoTime() - start));
        }
        outcomes.finish(
                run.counts(),
                Duration.ofNanos(System.nanoTime() - start),
                options.dryRun(),
                new SummaryNotes(
                        reader.passedOver(),
                        options.defaults().relevant(reader.notices()),
                        bulkImport.schemaMismatch(entity),
                        reader.fields(),
                        foreignKeyChecks.transactions()));
    }

    /** As long as the response has not begun, its status can report the failure. */
    private static void cutOff(ClientChannel client, OutcomeStream outcomes, BrokenBodyException e, Counts counts)
            throws IOException {
        if (!outcomes.isBegun()) {
            throw RejectedBodyException.behind(e).orElse(brokeOff(counts)).exception();
        }
        try {
            outcomes.sendRest();
        } catch (ClientDisconnectedException gone) {
            LOG.debug("The client closed the connection before it received the last outcomes", gone);
        }
        client.breakOff();
    }

    private static Problem brokeOff(Counts counts) {
        String detail =
                counts.read() + " records were read before the body ended, " + counts.created() + " of them created";
        return new Problem(400, "undecodable-body", "The body is truncated or cannot be decoded", detail);
    }

    private void ended(Counts counts, Duration time) {
        LOG.infof(
                "%s of %s into realm %s by %s: %d read, %d created, %d updated, %d deleted, %d unchanged, %d rejected, %d failed in %d ms",
                options.dryRun() ? "Dry run" : "Import",
                entity,
                realmName,
                caller.description(),
                counts.read(),
                counts.created(),
                counts.updated(),
                counts.deleted(),
                counts.unchanged(),
                counts.rejected(),
                counts.failed(),
                time.toMillis());
        if (options.events() == AdminEventLevel.SUMMARY && !options.dryRun()) {
            fireSummary(counts);
        }
    }

    private void fireSummary(Counts counts) {
        try {
            bulkImport.transactions().inRealm(realmId, (session, realm) -> {
                events.clone(session)
                        .operation(OperationType.ACTION)
                        .resource(RESOURCE_TYPE)
                        .resourcePath("bulk-import", entity)
                        .representation(summary(counts))
                        .success();
                return true;
            });
        } catch (RealmRemovedException e) {
            LOG.debug("The realm of an import was removed before its admin event", e);
        } catch (RuntimeException e) {
            // The users are in the database and their outcomes are true: a missing event must not make the call fail.
            LOG.error("The admin event of an import could not be fired", RedactedException.of(e));
        }
    }

    /** What an admin event says of an import. */
    static Map<String, Object> summary(Tally tally) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("read", tally.read());
        for (OutcomeStatus status : OutcomeStatus.values()) {
            summary.put(status.word(), tally.of(status));
        }
        return summary;
    }
}
