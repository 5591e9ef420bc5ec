package org.millrace.bulk.rest.job;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.report.JobProgress;
import org.millrace.bulk.registry.EntityTypes;

/** The calls under {@code …/bulk-import/jobs}. One object a request, on the request's thread. */
public final class JobsResource {
    private static final int DEFAULT_PAGE = 20;
    private static final int MAX_PAGE = 100;

    private final JobCall call;

    /** The jobs of the call's realm. */
    public JobsResource(JobCall call) {
        this.call = call;
    }

    /**
     * Makes a job that takes parts.
     *
     * @return 201 with its place and document; the same for the same request with the same {@code Idempotency-Key}
     */
    @POST
    public Response create(@HeaderParam("Idempotency-Key") @Nullable String key, InputStream body) {
        call.requirePermission();
        JobRequest asked = JobRequest.of(body);
        EntityTypes.named(asked.entity()).ifPresent(call::requirePermission);
        if (asked.queue().isPresent()) {
            EntityTypes.named(asked.entity()).ifPresent(call::requireFullPermission);
            call.requireFullPermission(EntityTypes.required("users"));
        }
        if (asked.samples().isPresent()) {
            call.requirePermission(EntityTypes.required("users"));
        }
        JobStore.Request request = call.request(asked, key);
        UriBuilder location = call.location();
        JobJson json = call.json();
        return call.answer(jobs -> {
            Job job = jobs.store()
                    .create(
                            request.failingWith(call.fault(asked)),
                            call.bulkImport().jobSettings().limits());
            return Response.created(location.build(job.id()))
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(json.document(jobs.reports().of(job)))
                    .build();
        });
    }

    /** Jobs of the realm, newest first. */
    @GET
    public Response list(
            @QueryParam("first") @Nullable String first,
            @QueryParam("max") @Nullable String max,
            @QueryParam("state") @Nullable String state) {
        call.requirePermission();
        int from = Paging.number("first", first, 0, 0, Integer.MAX_VALUE);
        int most = Paging.number("max", max, DEFAULT_PAGE, 1, MAX_PAGE);
        Optional<JobState> wanted = Optional.ofNullable(state)
                .map(word -> JobState.of(word)
                        .orElseThrow(() -> Paging.badParameter("state must be one of "
                                + Stream.of(JobState.values())
                                        .map(JobState::word)
                                        .collect(Collectors.joining(", ")))));
        String realmId = call.realm().getId();
        JobStore.Visible visible = call.visible();
        JobJson json = call.json();
        return call.answer(jobs -> {
            List<JobProgress> progress = new ArrayList<>();
            for (Job job : jobs.store().list(realmId, visible, wanted, from, most)) {
                progress.add(jobs.reports().of(job));
            }
            return Response.ok(json.list(progress), MediaType.APPLICATION_JSON_TYPE)
                    .build();
        });
    }

    /** The calls about one job. */
    @Path("{id}")
    public JobResource job(@PathParam("id") String id) {
        return new JobResource(call, id);
    }
}
