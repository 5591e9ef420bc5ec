package org.millrace.bulk.rest;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.util.Time;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.chunk.CountedForeignKeyChecks;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.run.DirectChunkWriter;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.CheckedWriting;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.entity.EntityWriting;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.format.PeekedReader;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.parser.ExportRecordParser;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.rest.body.BodyFeed;
import org.millrace.bulk.rest.body.ReceivedBody;
import org.millrace.bulk.rest.body.RejectedBodyException;
import org.millrace.bulk.rest.body.RequestBody;
import org.millrace.bulk.rest.body.RequestConnection;
import org.millrace.bulk.rest.job.JobCall;
import org.millrace.bulk.rest.response.ResponseChannel;
import org.millrace.bulk.rest.run.Admission;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.rest.run.Realm;
import org.millrace.bulk.rest.run.StreamedImport;
import org.millrace.bulk.rest.setting.ImportOptions;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.id.StoredEntityIds;
import org.millrace.bulk.writer.model.NewIds;
import org.millrace.server.Federation;
import org.millrace.server.caller.Caller;
import org.millrace.server.problem.Problem;

/**
 * An import within one request: opens the body, and streams records in and outcomes out. One object a request, on the request's
 * thread.
 */
record DirectImport(
        BulkImport bulkImport,
        KeycloakSession session,
        RealmModel realm,
        CallerPermissions permissions,
        AdminEventBuilder events) {
    private static final Logger LOG = Logger.getLogger(DirectImport.class);

    /** Starts the import; the response streams its outcomes, or is a problem before the first byte. */
    Response run(EntityType type, ImportOptions options, HttpHeaders headers, String userId) {
        RequestBody described = RequestBody.of(headers);
        described.require(type);
        Admission admission = bulkImport.admissions().admit(userId);
        boolean hasBegun = false;
        try {
            RoutingContext connection = RequestConnection.current();
            connection.addEndHandler(ended -> admission.connectionClosed());
            ReceivedBody received = BodyFeed.begin(connection, bulkImport.settings());
            Response response = begin(type, options, connection, described, received, admission);
            hasBegun = true;
            return response;
        } catch (UndecodableBodyException e) {
            return problem(400, e.code(), "The body does not match its media type", e.detail());
        } catch (IOException e) {
            LOG.debug("The body cannot be decoded", RedactedException.of(e));
            return RejectedBodyException.behind(e)
                    .orElse(new Problem(
                            400,
                            "undecodable-body",
                            "The body cannot be decoded",
                            "The body does not match Content-Encoding, or is truncated"))
                    .response()
                    .build();
        } catch (SQLException e) {
            LOG.error("The database cannot be reached", RedactedException.of(e));
            return JobCall.unavailable();
        } finally {
            // Also after an Error: a permit that is not released is lost until the server restarts.
            if (!hasBegun) {
                admission.close();
            }
        }
    }

    /** A body as it arrives, and its records in UTF-8. */
    private record Body(ReceivedBody received, InputStream decoded) {}

    private Response begin(
            EntityType type,
            ImportOptions options,
            RoutingContext connection,
            RequestBody described,
            ReceivedBody received,
            Admission admission)
            throws IOException, SQLException {
        ImportScope scope = new ImportScope(
                        realm.getId(),
                        Caller.of(session, permissions.evaluator().adminAuth()),
                        options.onConflict(),
                        options.validation())
                .wrappingWeakHashes(options.wrapWeakHashes())
                .ofUsers(options.matchByEmail(), options.defaults())
                .with(
                        options.newIds()
                                ? IdMapping.seeded(UUID.randomUUID().toString(), Time.currentTimeMillis())
                                : IdMapping.KEEP);
        WritingRequest request = bulkImport.request(
                scope,
                Federation.isUsedBy(realm),
                options.dryRun(),
                options.events() == AdminEventLevel.EACH ? Optional.of(events::clone) : Optional.empty());
        Realm into = new Realm(realm.getId(), realm.getName());
        RecordParser parser = ExportRecordParser.of(
                bulkImport.parsers().of(type.name()), realm.getDefaultRole().getName());
        // The import has transactions of its own. Left open, this one would hold a connection for as long as the client
        // sends, and be ended by the transaction timeout.
        session.getTransactionManager().commit();
        RequestBody.Records records = described.open(received, type, bulkImport.settings());
        PeekedReader reader = null;
        boolean hasBegun = false;
        try {
            boolean strict = options.validation() == Validation.STRICT;
            reader = new PeekedReader(bulkImport
                    .source(options.source(), parser)
                    .map(source -> records.reader(source, bulkImport.settings()))
                    .orElseGet(() -> records.reader(type, parser, bulkImport.settings(), strict)));
            if (reader.isEmpty()) {
                admission.close();
                return problem(400, "empty-body", "The body is empty", "Send at least one record");
            }
            Response response = begun(
                    type, options, connection, new Body(received, records.text()), reader, request, into, admission);
            hasBegun = true;
            return response;
        } finally {
            if (!hasBegun) {
                close(reader, records);
            }
        }
    }

    private static void close(@Nullable PeekedReader reader, RequestBody.Records records) throws IOException {
        try (InputStream text = records.text()) {
            if (reader != null) {
                reader.close();
            }
        }
    }

    private Response begun(
            EntityType type,
            ImportOptions options,
            RoutingContext connection,
            Body body,
            PeekedReader reader,
            WritingRequest request,
            Realm into,
            Admission admission)
            throws SQLException {
        EntityWriting writing = CheckedWriting.of(type, request);
        CountedForeignKeyChecks counted = new CountedForeignKeyChecks(bulkImport
                .meters()
                .metered(
                        type.name(),
                        NewIds.before(writing.writer(), request.scope().ids())));
        DirectChunkWriter writer = new DirectChunkWriter(
                counted,
                new StoredEntityIds(request.database(), type.tables()),
                bulkImport.retries(),
                bulkImport.gate(),
                bulkImport::isStopping);
        StreamedImport streamed = new StreamedImport(
                bulkImport,
                type,
                into,
                request.scope().caller(),
                events,
                options,
                reader,
                writer,
                counted,
                type.chunkSize(request));
        HttpServerRequest http = connection.request();
        admission.prepared();
        if (http.response().closed()) {
            // Closed meanwhile; the server does not write to a disconnected client.
            admission.connectionClosed();
        }
        StreamingOutput output = out -> {
            try (InputStream decoded = body.decoded();
                    reader;
                    writing) {
                if (admission.begin()) {
                    try (admission) {
                        streamed.run(body.received(), new ResponseChannel(http, out));
                    }
                }
            }
        };
        return Response.ok(output, "application/x-ndjson")
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                // Disables the response buffering of nginx.
                .header("X-Accel-Buffering", "no")
                .build();
    }

    private static Response problem(int status, String code, String title, String detail) {
        return new Problem(status, code, title, detail).response().build();
    }
}
