package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobFailure;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.password.ForeignPasswords;
import org.millrace.bulk.password.PasswordCheck;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.rest.run.Admission;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.rest.run.Jobs;
import org.millrace.bulk.rest.setting.ImportOptions;
import org.millrace.server.caller.Caller;
import org.millrace.server.problem.Problem;

/**
 * Common parts of all calls of jobs: permissions and error responses. One object per request, on the request's thread.
 *
 * <p>One long class: each call checks in the same order.
 */
public record JobCall(BulkImport bulkImport, KeycloakSession session, RealmModel realm, CallerPermissions permissions) {
    private static final Logger LOG = Logger.getLogger(JobCall.class);
    private static final int UNPROCESSABLE = 422;
    private static final int MAX_KEY_LENGTH = 255;
    private static final int MAX_OWNER_LENGTH = 250;

    /** The action of a call. */
    @FunctionalInterface
    interface Action {
        Response run(Jobs jobs) throws SQLException, JobConflictException;
    }

    /** @throws jakarta.ws.rs.WebApplicationException with a problem of status 403 if the caller may import nothing at all */
    public void requirePermission() {
        if (entities(EntityType::mayImport).isEmpty()) {
            throw forbidden("anything", "manage-users, or that of another entity");
        }
    }

    /** @throws jakarta.ws.rs.WebApplicationException with a problem of status 403 if the caller may not import such things */
    public void requirePermission(EntityType type) {
        if (!type.mayImport(permissions)) {
            throw forbidden(type.name(), type.permission());
        }
    }

    /**
     * For records that others have prepared, which the caller can read in the job's outcomes and retry file.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 403 if the caller may not import all such things
     */
    void requireFullPermission(EntityType type) {
        if (!type.mayOversee(permissions)) {
            throw forbidden(type.name(), type.permission());
        }
    }

    /**
     * The names of some record types; to be called before the request's transaction ends.
     *
     * @param right the permission that the caller needs
     */
    List<String> entities(BiPredicate<EntityType, CallerPermissions> right) {
        return EntityTypes.all().stream()
                .filter(type -> right.test(type, permissions))
                .map(EntityType::name)
                .toList();
    }

    /** The jobs that the caller may see; to be called before the request's transaction ends. */
    JobStore.Visible visible() {
        return new JobStore.Visible(
                entities(EntityType::mayOversee),
                permissions.evaluator().adminAuth().getUser().getId(),
                entities(EntityType::mayImport));
    }

    /** Thrown if the caller may not import the record types of a job. */
    static RuntimeException forbidden(Job job) {
        return forbidden(
                job.entity(),
                EntityTypes.named(job.entity()).map(EntityType::permission).orElse("of another version"));
    }

    private static RuntimeException forbidden(String what, String permission) {
        return new Problem(403, "forbidden", "Not allowed to import " + what, "Missing permission: " + permission)
                .exception();
    }

    /**
     * Does something with transactions of its own. That of the request is ended before: open, it would hold a second connection, and a
     * pool whose connections all wait for a second one stands still.
     */
    Response answer(Action action) {
        session.getTransactionManager().commit();
        try {
            Response response = action.run(bulkImport.jobs());
            response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
            return response;
        } catch (JobConflictException e) {
            int status = e.code().equals("idempotency-key-reused") ? UNPROCESSABLE : 409;
            return new Problem(status, e.code(), "Conflict with the state of jobs", e.detail())
                    .response()
                    .build();
        } catch (SQLException e) {
            LOG.error("Jobs cannot be read or changed", RedactedException.of(e));
            return unavailable();
        }
    }

    /** The response if the database of the jobs cannot be reached: a problem of status 503. */
    public static Response unavailable() {
        return new Problem(
                        503,
                        "database-unavailable",
                        "The database cannot be reached",
                        "Repeat the request later; the server log has the error of the database")
                .response(Problem.SOON)
                .build();
    }

    static Response unknownJob() {
        return new Problem(
                        404, "unknown-job", "Job not found", "No job of the realm has this id, or you may not view it")
                .response()
                .build();
    }

    /** The caller, to be stored with a job; to be called before the request's transaction ends. */
    String caller() {
        return person().detached(session);
    }

    /** Id of the calling user; to be called before the request's transaction ends. */
    public String userId() {
        return permissions.evaluator().adminAuth().getUser().getId();
    }

    /** The caller; to be called before the request's transaction ends. */
    Caller person() {
        return Caller.of(session, permissions.evaluator().adminAuth());
    }

    /**
     * Whether the job was started by this user. Records are written with the permissions of that user and may hold passwords, so
     * other users cannot add parts.
     */
    static boolean isOf(Caller person, Job job) {
        return person.isSamePersonAs(Caller.of(job.caller()));
    }

    static Response notYours() {
        return new Problem(
                        403,
                        "not-your-job",
                        "The job belongs to another caller",
                        "Only the caller who created the job may add parts, start and resume it, and read its records")
                .response()
                .build();
    }

    /** URI of a job; to be called before the request's transaction ends. */
    UriBuilder location() {
        return session.getContext()
                .getUri()
                .getBaseUriBuilder()
                .path("admin/realms/{realm}/bulk-import/jobs/{id}")
                .resolveTemplate("realm", realm.getName());
    }

    /**
     * The properties of a new job.
     *
     * @param key the client's idempotency key
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 if the key is invalid
     */
    JobStore.Request request(JobRequest asked, @Nullable String key) {
        Optional<String> hashed = hashed(key);
        asked.queue().ifPresent(queue -> requireKnown(queue, asked.entity()));
        ImportOptions.requireSource(
                asked.options().path("source").asText(ImportOptions.KEYCLOAK),
                asked.entity(),
                bulkImport.sources().names());
        UserModel owner = permissions.evaluator().adminAuth().getUser();
        return new JobStore.Request(
                realm.getId(),
                asked.entity(),
                asked.options().toString(),
                caller(),
                hashed,
                asked.hash(),
                asked.queue(),
                owner.getId(),
                Violation.shortened(owner.getUsername(), MAX_OWNER_LENGTH),
                Optional.empty());
    }

    /** A hash of the client's idempotency key and of the caller. */
    private Optional<String> hashed(@Nullable String key) {
        if (key != null && (key.isBlank() || key.length() > MAX_KEY_LENGTH)) {
            throw new Problem(
                            400,
                            "invalid-idempotency-key",
                            "Invalid header Idempotency-Key",
                            "Idempotency-Key must have 1 to " + MAX_KEY_LENGTH + " characters")
                    .exception();
        }
        return Optional.ofNullable(key).map(given -> JobRequest.hash(userId() + "\n" + given));
    }

    /** Who asks for an undo; to be read before the request's transaction is ended. */
    record UndoRequest(
            String options, String caller, Optional<String> key, String requestHash, String ownerId, String owner) {
        JobStore.Request of(String realmId, String entity) {
            return new JobStore.Request(
                    realmId,
                    entity,
                    options,
                    caller,
                    key,
                    requestHash,
                    Optional.empty(),
                    ownerId,
                    owner,
                    Optional.empty());
        }

        /** Without the caller, whose claims name a person. */
        @Override
        public String toString() {
            return "UndoRequest[" + options + "]";
        }
    }

    /**
     * The properties of a new undo job.
     *
     * @param id of the job to undo
     * @param key the client's idempotency key
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 if the key is invalid
     */
    UndoRequest undoRequest(String id, boolean dryRun, @Nullable String key) {
        UserModel owner = permissions.evaluator().adminAuth().getUser();
        String options =
                JsonNodeFactory.instance.objectNode().put("dryRun", dryRun).toString();
        return new UndoRequest(
                options,
                caller(),
                hashed(key),
                JobRequest.hash("undo\n" + id + "\n" + options),
                owner.getId(),
                Violation.shortened(owner.getUsername(), MAX_OWNER_LENGTH));
    }

    /**
     * Tries the samples of a new job, so that no password is kept until the job is started. To be called outside of the request's
     * transaction: hashes take long.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 429 if too many imports are running
     */
    Optional<JobFailure> fault(JobRequest asked) {
        if (asked.samples().isEmpty()) {
            return Optional.empty();
        }
        try (Admission held = bulkImport.admissions().admit(userId())) {
            return mismatch(asked.samples().get().run(new ForeignPasswords(session)));
        }
    }

    private static Optional<JobFailure> mismatch(List<PasswordCheck.Result> results) {
        for (int i = 0; i < results.size(); i++) {
            PasswordCheck.Result result = results.get(i);
            if (!result.matches()) {
                String reason = result.detail() == null ? "The password does not match the hash" : result.detail();
                return Optional.of(new JobFailure(
                        "sample-mismatch",
                        Violation.shortened("Sample " + (i + 1) + " of " + results.size() + ": " + reason, 400)));
            }
        }
        return Optional.empty();
    }

    private void requireKnown(String queue, String entity) {
        if (!bulkImport.queues().mayTakeFrom(queue, realm.getName(), entity)) {
            throw new Problem(
                            400,
                            "unknown-source",
                            "Unknown work queue",
                            "The setting work-queues has no queue \"" + Violation.shortened(queue, 100)
                                    + "\" for this realm and entity")
                    .exception();
        }
    }

    JobJson json() {
        return new JobJson(realm.getName(), bulkImport.gate(), bulkImport::schemaMismatch);
    }
}
