package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.keycloak.executors.ExecutorsProvider;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.password.ForeignPasswords;
import org.millrace.bulk.password.FormatList;
import org.millrace.bulk.password.PasswordCheck;
import org.millrace.bulk.password.PasswordCounts;
import org.millrace.bulk.password.PasswordSettings;
import org.millrace.bulk.password.endpoint.EndpointSettings;
import org.millrace.bulk.rest.run.Admission;
import org.millrace.server.Database;
import org.millrace.server.problem.Problem;

/** The calls about password hashes of other systems. One object a request, on the request's thread. */
public final class PasswordsCall {
    private static final Logger LOG = Logger.getLogger(PasswordsCall.class);
    /** A count is reported as it is until then. */
    private static final Duration FRESH = Duration.ofSeconds(30);
    /** How long a request waits for a count: those of small realms end within. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final JobCall call;

    /** Calls for imported passwords of the realm of this call. */
    public PasswordsCall(JobCall call) {
        this.call = call;
    }

    /** The supported formats with parameters, limits and examples. */
    @GET
    public Response formats() {
        call.requirePermission();
        return json(FormatList.json(
                PasswordSettings.configured().limits(),
                EndpointSettings.configured().namesFor(call.realm().getName())));
    }

    /**
     * Tries passwords on hashes; stores nothing.
     *
     * @return 200 with one result for each pair, in their order; or a problem
     */
    @POST
    @Path("check")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response check(InputStream body) {
        requireUsers();
        PasswordCheck check;
        try {
            check = PasswordCheck.of(JobRequest.parsed(body));
        } catch (IllegalArgumentException e) {
            return new Problem(
                            400, "invalid-check", "The body does not describe a check", String.valueOf(e.getMessage()))
                    .response()
                    .build();
        }
        try (Admission held = call.bulkImport().admissions().admit(call.userId())) {
            // Hashes take long; the request's transaction would hold a connection meanwhile.
            call.session().getTransactionManager().commit();
            return json(PasswordCheck.json(check.run(new ForeignPasswords(call.session()))));
        }
    }

    /** @throws jakarta.ws.rs.WebApplicationException with a problem of status 403 if the caller may not manage all users */
    private void requireUsers() {
        if (!call.permissions().evaluator().users().canManage()) {
            throw new Problem(
                            403,
                            "forbidden",
                            "Not allowed to check or count passwords",
                            "Missing permission: manage-users")
                    .exception();
        }
    }

    /**
     * How many passwords of the realm are still imported hashes.
     *
     * @return 200 with the last count of this node; 202 if the first one takes longer than a request waits; or a problem
     */
    public Response upgrade() {
        requireUsers();
        PasswordCounts counts = call.bulkImport().passwordCounts();
        String realmId = call.realm().getId();
        Optional<PasswordCounts.Count> last = counts.last(realmId);
        boolean isFresh = last.isPresent() && last.get().countedAt().plus(FRESH).isAfter(Instant.now());
        if (isFresh) {
            return json(document(last.get(), false));
        }
        Optional<CompletableFuture<PasswordCounts.Count>> running = counts.running(realmId);
        if (running.isEmpty()) {
            Database database;
            try {
                database = call.bulkImport().database();
            } catch (SQLException e) {
                LOG.error("The database cannot be reached", RedactedException.of(e));
                return JobCall.unavailable();
            }
            Admission admission = call.bulkImport().admissions().admit(call.userId());
            ExecutorService executor =
                    call.session().getProvider(ExecutorsProvider.class).getExecutor("millrace-password-count");
            running = Optional.of(counts.start(realmId, database, executor, admission::close));
        }
        // The count has a transaction of its own; that of the request would hold a second connection.
        call.session().getTransactionManager().commit();
        return awaited(running.get(), last);
    }

    private static Response awaited(
            CompletableFuture<PasswordCounts.Count> running, Optional<PasswordCounts.Count> last) {
        try {
            return json(document(running.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), false));
        } catch (TimeoutException e) {
            if (last.isPresent()) {
                return json(document(last.get(), true));
            }
            return Response.accepted(JsonNodeFactory.instance
                            .objectNode()
                            .put("counting", true)
                            .toString())
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .header(HttpHeaders.RETRY_AFTER, Problem.SOON.toSeconds())
                    .build();
        } catch (ExecutionException e) {
            LOG.warn("Imported passwords could not be counted", RedactedException.of(e));
            return new Problem(
                            503,
                            "count-failed",
                            "Imported passwords could not be counted",
                            "The query exceeded the setting password-count-seconds or failed; see the server log")
                    .response(Problem.SOON)
                    .build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return tooMany();
        }
    }

    private static ObjectNode document(PasswordCounts.Count count, boolean counting) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("countedAt", count.countedAt().toString())
                .put("counting", counting)
                .put("total", count.total())
                .put("unverifiable", count.unverifiable());
        ObjectNode formats = document.putObject("formats");
        count.formats().forEach(formats::put);
        return document;
    }

    private static Response tooMany() {
        return new Problem(
                        429,
                        "too-many-imports",
                        "Too many imports are running",
                        "The call counts as an import; this node reached max-imports or max-imports-per-user")
                .response(Problem.SOON)
                .build();
    }

    private static Response json(JsonNode document) {
        return Response.ok(document.toString(), MediaType.APPLICATION_JSON_TYPE).build();
    }
}
