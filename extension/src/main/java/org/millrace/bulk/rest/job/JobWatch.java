package org.millrace.bulk.rest.job;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.rest.run.ImportPermits;
import org.millrace.bulk.rest.run.Jobs;
import org.millrace.server.caller.Caller;
import org.millrace.server.problem.Problem;

/**
 * Server-sent events about one job, for one client. The stream ends with the job, with the client, with the caller's permission to view the
 * job, or after a maximum time; a client that is still interested reconnects, and its token is verified again.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent events</a>
 */
final class JobWatch {
    private static final Logger LOG = Logger.getLogger(JobWatch.class);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Without a sign of life, proxies take a silent connection for a dead one. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    /** Interval between checks of the caller's permission. */
    private static final Duration PERMISSION_CHECK_INTERVAL = Duration.ofSeconds(10);

    private final BulkImport bulkImport;
    private final Jobs jobs;
    private final JobJson json;
    private final Job job;
    private final Caller caller;
    private final String userId;

    JobWatch(BulkImport bulkImport, Jobs jobs, JobJson json, Job job, Caller caller, String userId) {
        this.bulkImport = bulkImport;
        this.jobs = jobs;
        this.json = json;
        this.job = job;
        this.caller = caller;
        this.userId = userId;
    }

    /** 200 with the events, or 429 if as many clients watch as may. */
    Response response() {
        if (!bulkImport.watchers().isAvailable(userId)) {
            String detail = "This node reached max-job-watchers or max-job-watchers-per-user; poll the job instead";
            return new Problem(429, "too-many-watchers", "Too many clients follow jobs", detail)
                    .response(Problem.SOON)
                    .build();
        }
        // A permit is taken only for a response that is sent, because the response to a disconnected client never is.
        // If the last
        // permit is taken concurrently, the stream ends immediately, and the client reconnects.
        StreamingOutput output = ClientOutput.of(out -> {
            if (bulkImport.watchers().take(userId) == ImportPermits.Result.TAKEN) {
                try {
                    follow(out);
                } finally {
                    bulkImport.watchers().release(userId);
                }
            }
        });
        return Response.ok(output, "text/event-stream")
                // Disables the response buffering of nginx.
                .header("X-Accel-Buffering", "no")
                .build();
    }

    private void follow(ClientOutput out) throws IOException {
        long end = System.nanoTime() + LONGEST.toNanos();
        long sent = System.nanoTime();
        long checked = sent;
        String last = "";
        while (System.nanoTime() - end < 0 && !bulkImport.isStopping()) {
            out.requireOpen();
            if (System.nanoTime() - checked > PERMISSION_CHECK_INTERVAL.toNanos()) {
                if (!isPermitted()) {
                    return;
                }
                checked = System.nanoTime();
            }
            Optional<Job> current;
            String document;
            try {
                current = jobs.store().find(job.realmId(), job.id());
                document = current.isPresent() ? json.document(jobs.reports().of(current.get())) : "";
            } catch (SQLException e) {
                LOG.debug("A job cannot be read for its watcher", RedactedException.of(e));
                return;
            }
            if (!document.equals(last) && !document.isEmpty()) {
                write(out, "data: " + document + "\n\n");
                last = document;
                sent = System.nanoTime();
            } else if (System.nanoTime() - sent > SILENCE.toNanos()) {
                write(out, ":\n\n");
                sent = System.nanoTime();
            }
            if (current.isEmpty() || current.get().state().isFinished()) {
                return;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean isPermitted() {
        try {
            return bulkImport.transactions().inRealm(job.realmId(), (session, realm) -> {
                var permissions = new CallerPermissions(session, realm, caller.permissions(session, realm));
                boolean own = JobCall.isOf(caller, job);
                return EntityTypes.named(job.entity())
                        .filter(type -> own ? type.mayImport(permissions) : type.mayOversee(permissions))
                        .isPresent();
            });
        } catch (RuntimeException e) {
            LOG.debugf(
                    RedactedException.of(e),
                    "The events of job %s end: the caller is inactive, or the permissions cannot be evaluated",
                    job.id());
            return false;
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
