package org.millrace.bulk.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.entity.CallerPermissions;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.job.JobSupport;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.rest.job.AsyncImport;
import org.millrace.bulk.rest.job.JobCall;
import org.millrace.bulk.rest.job.JobsResource;
import org.millrace.bulk.rest.job.Paging;
import org.millrace.bulk.rest.job.PasswordsCall;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.rest.setting.ImportOptions;
import org.millrace.server.problem.Problem;

/** The calls under {@code /admin/realms/{realm}/bulk-import}. One object a request, on the request's thread. */
public final class BulkImportResource {
    private static final Logger LOG = Logger.getLogger(BulkImportResource.class);

    private static final String DESCRIPTION = "/META-INF/millrace/openapi.yaml";

    private final BulkImport bulkImport;
    private final KeycloakSession session;
    private final RealmModel realm;
    private final CallerPermissions permissions;
    private final AdminEventBuilder events;

    BulkImportResource(
            BulkImport bulkImport,
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions,
            AdminEventBuilder events) {
        this.bulkImport = bulkImport;
        this.session = session;
        this.realm = realm;
        this.permissions = new CallerPermissions(session, realm, permissions);
        this.events = events;
    }

    /** What this server imports, and how. For callers who may import something. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Response overview() {
        call().requirePermission();
        try {
            return Response.ok(Overview.json(bulkImport.database(), bulkImport.jobSupport(), bulkImport.sources()))
                    .header(HttpHeaders.CACHE_CONTROL, "no-store")
                    .build();
        } catch (SQLException e) {
            LOG.error("The database cannot be reached", RedactedException.of(e));
            return JobCall.unavailable();
        }
    }

    /** The OpenAPI document of all calls. For callers who may import something. */
    @GET
    @Path("openapi.yaml")
    public Response description() throws IOException {
        call().requirePermission();
        try (InputStream in = BulkImportResource.class.getResourceAsStream(DESCRIPTION)) {
            byte[] document = Objects.requireNonNull(in, DESCRIPTION).readAllBytes();
            return Response.ok(document, "application/yaml").build();
        }
    }

    /** Imports that outlive a connection, a node and a restart. */
    @Path("jobs")
    public JobsResource jobs() {
        requireJobs();
        return new JobsResource(call());
    }

    private void requireJobs() {
        JobSupport support = bulkImport.jobSupport();
        if (support != JobSupport.AVAILABLE) {
            call().requirePermission();
            throw new Problem(404, support.code(), "Jobs are not available on this server", support.detail())
                    .exception();
        }
    }

    /** The systems whose exports can be imported as they come, each with its mapping. For callers who may import something. */
    @GET
    @Path("sources")
    @Produces(MediaType.APPLICATION_JSON)
    public Response sources() {
        call().requirePermission();
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        bulkImport.sources().documents().forEach(all::add);
        return Response.ok(all.toString()).build();
    }

    /** The mapping of one source. For callers who may import something. */
    @GET
    @Path("sources/{source}")
    @Produces(MediaType.APPLICATION_JSON)
    public Response source(@PathParam("source") String source) {
        call().requirePermission();
        return bulkImport
                .sources()
                .document(source)
                .map(mapping -> Response.ok(mapping.toString()).build())
                .orElseGet(() -> problem(
                        404,
                        "unknown-source",
                        "Unknown source",
                        "Supported sources: "
                                + String.join(", ", bulkImport.sources().names())));
    }

    /** Formats of password hashes, and checks of hashes. */
    @Path("password-formats")
    public PasswordsCall passwordFormats() {
        return new PasswordsCall(call());
    }

    /** How many imported passwords wait for their first login. */
    @GET
    @Path("password-upgrade")
    public Response passwordUpgrade() {
        return new PasswordsCall(call()).upgrade();
    }

    private JobCall call() {
        return new JobCall(bulkImport, session, realm, permissions);
    }

    /**
     * Imports records: streams in, commits in chunks, streams outcomes out while it runs.
     *
     * @return 200 with a line for each record and a summary; 202 with the place of a job if the client prefers that; or a problem
     *     before the first byte
     */
    @POST
    @Path("{entity}")
    public Response importRecords(
            @PathParam("entity") String entity, @Context UriInfo uri, @Context HttpHeaders headers) {
        Optional<EntityType> type = EntityTypes.named(entity);
        if (type.isEmpty()) {
            call().requirePermission();
            return EntityTypes.unknown(entity).response().build();
        }
        call().requirePermission(type.get());
        MultivaluedMap<String, String> query = new MultivaluedHashMap<>(uri.getQueryParameters());
        boolean isUndoable = Paging.flag("undo", query.getFirst("undo"));
        query.remove("undo");
        ImportOptions options = ImportOptions.of(query).within(bulkImport.settings());
        ImportOptions.requireSource(
                options.source(), type.get().name(), bulkImport.sources().names());
        if (isUndoable) {
            requireJobs();
            if (options.dryRun() || bulkImport.jobSettings().undo().isZero()) {
                throw Paging.badParameter("undo=true requires dryRun=false and the setting undo-days above 0");
            }
        }
        if (isUndoable || AsyncImport.isPreferred(headers) && bulkImport.jobSupport() == JobSupport.AVAILABLE) {
            return new AsyncImport(call()).run(entity, query, headers);
        }
        return new DirectImport(bulkImport, session, realm, permissions, events)
                .run(type.get(), options, headers, call().userId());
    }

    private static Response problem(int status, String code, String title, String detail) {
        return new Problem(status, code, title, detail).response().build();
    }
}
