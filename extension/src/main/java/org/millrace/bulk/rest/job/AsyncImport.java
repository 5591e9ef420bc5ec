package org.millrace.bulk.rest.job;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.rest.run.Jobs;

/**
 * A direct import whose client does not wait for it: makes a job, takes the body as its only part and starts it. One object a request, on
 * the request's thread.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7240#section-4.1">RFC 7240, respond-async</a>
 */
public final class AsyncImport {
    private static final Logger LOG = Logger.getLogger(AsyncImport.class);
    private static final String RESPOND_ASYNC = "respond-async";

    private final JobCall call;
    private @Nullable Job made;

    /** The import of one call. */
    public AsyncImport(JobCall call) {
        this.call = call;
    }

    /** Whether the client requests an asynchronous response. */
    public static boolean isPreferred(HttpHeaders headers) {
        List<String> preferences = headers.getRequestHeader("Prefer");
        return preferences != null
                && preferences.stream()
                        .flatMap(value -> Arrays.stream(value.split(",", -1)))
                        .map(preference -> preference.split(";", -1)[0].strip())
                        .anyMatch(RESPOND_ASYNC::equalsIgnoreCase);
    }

    /** 202 with the place of the job that was started; anything else leaves no job behind. */
    public Response run(String entity, MultivaluedMap<String, String> query, HttpHeaders headers) {
        JobStore.Request request = call.request(JobRequest.of(entity, query), null);
        UriBuilder location = call.location();
        JobJson json = call.json();
        boolean accepted = false;
        try {
            Response response = new PartCall(call).put(jobs -> make(jobs, request), 1, headers, (jobs, job, stored) -> {
                Optional<Job> started = jobs.life().start(job.realmId(), job.id(), request.caller());
                jobs.runner().wake();
                Response.ResponseBuilder answer = Response.accepted()
                        .location(location.build(job.id()))
                        .header("Preference-Applied", RESPOND_ASYNC);
                try {
                    answer.entity(json.document(jobs.reports().of(started.orElse(job))))
                            .type(MediaType.APPLICATION_JSON_TYPE);
                } catch (SQLException e) {
                    // The import is running: the client can poll the document at the returned location.
                    LOG.warn("A job was started, but its document cannot be read", RedactedException.of(e));
                }
                return answer.build();
            });
            accepted = response.getStatus() == Response.Status.ACCEPTED.getStatusCode();
            return response;
        } finally {
            if (!accepted) {
                withdraw();
            }
        }
    }

    private Optional<Job> make(Jobs jobs, JobStore.Request request) throws SQLException, JobConflictException {
        made = jobs.store().create(request, call.bulkImport().jobSettings().limits());
        return Optional.of(made);
    }

    private void withdraw() {
        if (made == null) {
            return;
        }
        try {
            call.bulkImport().jobs().deletion().withdraw(made.id());
        } catch (SQLException e) {
            LOG.warn(
                    "A job without records is left open; it is deleted after the retention time",
                    RedactedException.of(e));
        }
    }
}
