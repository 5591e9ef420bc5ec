package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.run.BrokenBodyException;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.format.PeekedReader;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.format.UndecodableBodyException;
import org.millrace.bulk.format.parser.ExportRecordParser;
import org.millrace.bulk.format.source.SourceFormats;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobLimits;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.part.CapturingParser;
import org.millrace.bulk.job.part.PartStore;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.rest.body.BodyFeed;
import org.millrace.bulk.rest.body.ContentDigest;
import org.millrace.bulk.rest.body.CountedRecords;
import org.millrace.bulk.rest.body.RejectedBodyException;
import org.millrace.bulk.rest.body.RequestBody;
import org.millrace.bulk.rest.body.RequestConnection;
import org.millrace.bulk.rest.run.Admission;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.rest.run.EntityJobWriting;
import org.millrace.bulk.rest.run.Jobs;
import org.millrace.bulk.rest.setting.ImportSettings;
import org.millrace.bulk.writer.Validation;
import org.millrace.server.Federation;
import org.millrace.server.caller.Caller;
import org.millrace.server.problem.Problem;

/** Takes the body of a request as a part of a job. One object a request, on the request's thread. */
final class PartCall {
    private static final Logger LOG = Logger.getLogger(PartCall.class);

    private final JobCall call;

    PartCall(JobCall call) {
        this.call = call;
    }

    /** Finds, or makes, the job that the part is for. */
    @FunctionalInterface
    interface Target {
        Optional<Job> job(Jobs jobs) throws SQLException, JobConflictException;
    }

    /** The response after a part was stored. */
    @FunctionalInterface
    interface Answer {
        Response of(Jobs jobs, Job job, PartStore.Stored stored) throws SQLException, JobConflictException;
    }

    /** Stores a part of an existing job. */
    Response put(Target target, int part, HttpHeaders headers) {
        return put(target, part, headers, (jobs, job, stored) -> {
            ObjectNode document =
                    JsonNodeFactory.instance.objectNode().put("part", part).put("records", stored.records());
            ArrayNode notImported = document.putArray("notImported");
            stored.notImported().forEach(notImported::add);
            for (FieldUse field : stored.fields()) {
                ObjectNode use = document.withArray("fields")
                        .addObject()
                        .put("field", field.field())
                        .put("records", field.records())
                        .put("to", field.to().orElse(null));
                if (field.firstOnly() > 0) {
                    use.put("firstOnly", field.firstOnly());
                }
                if (field.dropped() > 0) {
                    use.put("dropped", field.dropped());
                }
            }
            for (Violation notice : JobOptions.read(job.options()).defaults().relevant(stored.notices())) {
                document.withArray("notices")
                        .addObject()
                        .put("code", notice.code())
                        .put("detail", notice.detail());
            }
            return Response.status(stored.replaced() ? 200 : 201)
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(document.toString())
                    .build();
        });
    }

    /** Takes a part. */
    Response put(Target target, int part, HttpHeaders headers, Answer answer) {
        RequestBody described = RequestBody.of(headers);
        List<String> digests = headers.getRequestHeader(ContentDigest.HEADER);
        ContentDigest digest;
        try {
            digest = ContentDigest.of(digests == null ? List.of() : digests);
        } catch (RejectedBodyException e) {
            return e.problem().response().build();
        }
        Caller person = call.person();
        List<String> entities = call.entities(EntityType::mayImport);
        boolean federated = Federation.isUsedBy(call.realm());
        // Read before the transaction of the request ends.
        String defaultRole = call.realm().getDefaultRole().getName();
        try (Admission admitted = call.bulkImport().admissions().admit(call.userId())) {
            return call.answer(jobs -> {
                Optional<Job> job = target.job(jobs);
                if (job.isEmpty()) {
                    return JobCall.unknownJob();
                }
                if (!entities.contains(job.get().entity())) {
                    throw JobCall.forbidden(job.get());
                }
                if (!JobCall.isOf(person, job.get())) {
                    return JobCall.notYours();
                }
                requireRoom(jobs, job.get(), part);
                return take(jobs, job.get(), part, described, digest, person, federated, defaultRole, answer);
            });
        }
    }

    private void requireRoom(Jobs jobs, Job job, int part) throws SQLException, JobConflictException {
        if (job.source() != null) {
            throw new JobConflictException(
                    "job-takes-no-parts", "Job " + job.id() + " reads its records from a work queue");
        }
        if (job.state() != JobState.OPEN) {
            throw new JobConflictException(
                    "job-" + job.state().word(),
                    "Job " + job.id() + " is " + job.state().word() + " and accepts no parts");
        }
        if (jobs.partTotals().otherParts(job.id(), part)
                >= call.bulkImport().jobSettings().maxParts()) {
            throw new JobConflictException(
                    "too-many-parts",
                    "Job " + job.id() + " has "
                            + call.bulkImport().jobSettings().maxParts()
                            + " parts, the maximum of the setting max-job-parts");
        }
        JobLimits limits = call.bulkImport().jobSettings().limits();
        if (job.ownerId() != null && jobs.partTotals().ofUser(job.ownerId()).parts() >= limits.maxPartsPerUser()) {
            throw new JobConflictException(
                    "too-many-parts",
                    "Unfinished jobs of the user have " + limits.maxPartsPerUser()
                            + " parts, the maximum of the setting max-job-parts-per-user");
        }
    }

    private RecordReader reader(EntityType type, JobOptions options, RequestBody.Records records, RecordParser parser) {
        ImportSettings settings = call.bulkImport().settings();
        return call.bulkImport()
                .source(options.source(), parser)
                .map(source -> records.reader(source.joining(), settings))
                .orElseGet(() -> records.reader(type, parser, settings, options.validation() == Validation.STRICT));
    }

    private Response take(
            Jobs jobs,
            Job job,
            int part,
            RequestBody described,
            ContentDigest digest,
            Caller person,
            boolean federated,
            String defaultRole,
            Answer answer)
            throws SQLException, JobConflictException {
        JobOptions options = JobOptions.read(job.options());
        EntityType type = EntityTypes.required(job.entity());
        described.require(type);
        int requested = options.chunkSize() > 0
                ? options.chunkSize()
                : type.chunkSize(call.bulkImport()
                        .request(
                                call.bulkImport().scope(job.realmId(), person, options),
                                federated,
                                options.dryRun(),
                                EntityJobWriting.events(
                                        options.events()
                                                .atLeast(call.bulkImport()
                                                        .settings()
                                                        .minEvents()),
                                        person)));
        int chunkSize = options.wrapWeakHashes() ? Math.min(requested, BulkImport.MAX_WRAPPED) : requested;
        RoutingContext connection = RequestConnection.current();
        try (InputStream body =
                digest.of(BodyFeed.begin(connection, call.bulkImport().settings()))) {
            CapturingParser parser =
                    new CapturingParser(call.bulkImport().parsers().of(type.name()));
            RequestBody.Records records =
                    described.open(body, type, call.bulkImport().settings());
            try (InputStream text = records.text();
                    PeekedReader reader = new PeekedReader(new CountedRecords(
                            reader(type, options, records, ExportRecordParser.of(parser, defaultRole)),
                            call.bulkImport().jobSettings().limits().maxRecords()
                                    - jobs.partTotals().recordsOfOtherParts(job.id(), part),
                            "max-job-records, less the records of the other parts"))) {
                if (reader.isEmpty()) {
                    return problem(400, "empty-body", "The body is empty", "Send at least one record");
                }
                PartStore.Stored stored = jobs.parts()
                        .put(
                                job.id(),
                                part,
                                reader,
                                parser,
                                call.bulkImport()
                                        .source(options.source(), parser)
                                        .map(SourceFormats::hasJoin)
                                        .orElse(false),
                                chunkSize,
                                call.bulkImport().jobSettings().limits().maxBytesPerUser(),
                                () -> digest.check(body));
                return answer.of(jobs, job, stored);
            }
        } catch (UndecodableBodyException e) {
            return problem(400, e.code(), "The body does not match its media type", e.detail());
        } catch (IOException e) {
            LOG.debug("A part cannot be read", RedactedException.of(e));
            return RejectedBodyException.behind(e)
                    .orElse(undecodable(e))
                    .response()
                    .build();
        }
    }

    private static Problem undecodable(IOException e) {
        String detail = e instanceof BrokenBodyException
                ? "Truncated body; the part was not stored"
                : "The body does not match Content-Encoding, or is truncated";
        return new Problem(400, "undecodable-body", "The body cannot be decoded", detail);
    }

    private static Response problem(int status, String code, String title, String detail) {
        return new Problem(status, code, title, detail).response().build();
    }
}
