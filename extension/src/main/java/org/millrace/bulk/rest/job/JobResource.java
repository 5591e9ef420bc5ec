package org.millrace.bulk.rest.job;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.report.OutcomeCursor;
import org.millrace.bulk.job.run.JobLifecycle;
import org.millrace.bulk.rest.run.Jobs;
import org.millrace.server.caller.Caller;

/** The calls about one job. One object a request, on the request's thread. */
public final class JobResource {
    private static final int DEFAULT_OUTCOMES = 1000;
    private static final int MAX_OUTCOMES = 10_000;

    private final JobCall call;
    private final String id;

    JobResource(JobCall call, String id) {
        this.call = call;
        this.id = id;
    }

    /** Answers something about the job. */
    @FunctionalInterface
    private interface Answer {
        Response of(Jobs jobs, Job job) throws SQLException, JobConflictException;
    }

    private Response answer(Answer answer) {
        call.requirePermission();
        String realmId = call.realm().getId();
        Caller caller = call.person();
        List<String> own = call.entities(EntityType::mayImport);
        List<String> entities = call.entities(EntityType::mayOversee);
        return call.answer(jobs -> {
            Optional<Job> job = jobs.store().find(realmId, id);
            if (job.isEmpty()) {
                return JobCall.unknownJob();
            }
            List<String> mine = JobCall.isOf(caller, job.get()) ? own : entities;
            if (!mine.contains(job.get().entity())) {
                throw JobCall.forbidden(job.get());
            }
            return answer.of(jobs, job.get());
        });
    }

    /** The progress of the job. */
    @GET
    public Response get() {
        JobJson json = call.json();
        return answer((jobs, job) -> document(jobs, json, Optional.of(job)));
    }

    /** A change of the job's state; empty if the realm has no such job. */
    @FunctionalInterface
    private interface Step {
        Optional<Job> take(JobLifecycle life, String realmId) throws SQLException, JobConflictException;
    }

    /** A change that requires only the permission to import. */
    private Response change(Step step) {
        return change(job -> true, step);
    }

    /** A change that decides with whose rights records are written. */
    private Response changeOwn(Step step) {
        Caller person = call.person();
        return change(job -> JobCall.isOf(person, job), step);
    }

    private Response change(Predicate<Job> allowed, Step step) {
        JobJson json = call.json();
        return answer((jobs, job) -> {
            if (!allowed.test(job)) {
                return JobCall.notYours();
            }
            Optional<Job> changed = step.take(jobs.life(), job.realmId());
            jobs.runner().wake();
            return document(jobs, json, changed);
        });
    }

    private static Response document(Jobs jobs, JobJson json, Optional<Job> job) throws SQLException {
        return job.isEmpty()
                ? JobCall.unknownJob()
                : Response.ok(json.document(jobs.reports().of(job.get())), MediaType.APPLICATION_JSON_TYPE)
                        .build();
    }

    /** Begins to work on it, with the rights of the caller. */
    @POST
    @Path("start")
    public Response start() {
        call.requirePermission();
        String caller = call.caller();
        return changeOwn((jobs, realmId) -> jobs.start(realmId, id, caller));
    }

    /** Stops at the next borders of chunks. */
    @POST
    @Path("pause")
    public Response pause() {
        return change((jobs, realmId) -> jobs.pause(realmId, id));
    }

    /** Resumes the job with the present permissions of the caller. */
    @POST
    @Path("resume")
    public Response resume() {
        call.requirePermission();
        String caller = call.caller();
        return changeOwn((jobs, realmId) -> jobs.resume(realmId, id, caller));
    }

    /** Ends it: nothing more is written once this is answered. */
    @POST
    @Path("cancel")
    public Response cancel() {
        return change((jobs, realmId) -> jobs.cancel(realmId, id));
    }

    /**
     * Creates and starts a job that undoes this one, with the permissions of the caller.
     *
     * @param dryRun {@code true} to show what would be undone, without a change
     * @return 201 with its location and document; the same for the same request with the same {@code Idempotency-Key}
     */
    @POST
    @Path("undo")
    public Response undo(
            @QueryParam("dryRun") @Nullable String dryRun, @HeaderParam("Idempotency-Key") @Nullable String key) {
        call.requirePermission();
        boolean isDryRun = Paging.flag("dryRun", dryRun);
        String realmId = call.realm().getId();
        UriBuilder location = call.location();
        JobJson json = call.json();
        JobCall.UndoRequest request = call.undoRequest(id, isDryRun, key);
        return answer((jobs, job) -> {
            Optional<Job> undo = jobs.undo()
                    .create(
                            request.of(realmId, job.entity()),
                            id,
                            call.bulkImport().jobSettings().limits());
            jobs.runner().wake();
            return undo.isEmpty()
                    ? JobCall.unknownJob()
                    : Response.created(location.build(undo.get().id()))
                            .type(MediaType.APPLICATION_JSON_TYPE)
                            .entity(json.document(jobs.reports().of(undo.get())))
                            .build();
        });
    }

    /** Changes options of a job that is not finished. */
    @POST
    @Path("options")
    public Response adjust(InputStream body) {
        call.requirePermission();
        JobAdjustment adjustment = JobAdjustment.of(body);
        return change((jobs, realmId) -> jobs.adjust(realmId, id, adjustment::applied));
    }

    /** Deletes a finished job. */
    @DELETE
    public Response delete() {
        return answer((jobs, job) ->
                jobs.life().delete(job.realmId(), id) ? Response.noContent().build() : JobCall.unknownJob());
    }

    /** Takes a part of an open job: 201 if it is new, 200 if it takes the place of another. */
    @PUT
    @Path("parts/{n}")
    public Response put(@PathParam("n") String number, @Context HttpHeaders headers) {
        call.requirePermission();
        int part = Paging.number("the part number", number, 0, 1, Integer.MAX_VALUE);
        String realmId = call.realm().getId();
        return new PartCall(call).put(jobs -> jobs.store().find(realmId, id), part, headers);
    }

    /** Outcomes in the order of the input; the last line says where to go on while there is more, or will be. */
    @GET
    @Path("outcomes")
    public Response outcomes(
            @QueryParam("status") @Nullable String status,
            @QueryParam("after") @Nullable String after,
            @QueryParam("max") @Nullable String max,
            @Context HttpHeaders headers,
            @Context UriInfo uri) {
        call.requirePermission();
        boolean csv = OutcomeResponses.prefersCsv(headers, false);
        UriBuilder here = uri.getRequestUriBuilder();
        OutcomeStatus only = status == null
                ? null
                : OutcomeStatus.of(status)
                        .orElseThrow(() -> Paging.badParameter("status must be one of " + OutcomeStatus.words()));
        OutcomeCursor from = after == null
                ? OutcomeCursor.START
                : OutcomeCursor.of(after)
                        .orElseThrow(() -> Paging.badParameter(
                                "after must be the value of next in the last line of the previous page"));
        int most = Paging.number("max", max, DEFAULT_OUTCOMES, 1, MAX_OUTCOMES);
        return answer((jobs, job) -> OutcomeResponses.page(jobs.outcomes().page(job, from, only, most), csv, here));
    }

    /** The records that were not applied, to be imported again: in a table, if all parts of the job are tables. */
    @GET
    @Path("retry-file")
    public Response retryFile(@Context HttpHeaders headers) {
        boolean csv = OutcomeResponses.prefersCsv(headers, true);
        Caller person = call.person();
        return answer((jobs, job) -> {
            if (!JobCall.isOf(person, job)) {
                return JobCall.notYours();
            }
            if (job.undoOf() != null) {
                throw new JobConflictException(
                        "undo-job",
                        "The records of an undo job hold earlier states and cannot be read; undo the job again");
            }
            if (job.state() == JobState.OPEN) {
                throw new JobConflictException("job-open", "Job " + id + " is open; start it first");
            }
            return OutcomeResponses.retryFile(jobs.outcomes(), job, csv);
        });
    }

    /** The job's document, each second while it changes, until the job is finished. */
    @GET
    @Path("events")
    public Response events() {
        call.requirePermission();
        Caller caller = call.person();
        String userId = call.userId();
        JobJson json = call.json();
        return answer((jobs, job) -> new JobWatch(call.bulkImport(), jobs, json, job, caller, userId).response());
    }
}
