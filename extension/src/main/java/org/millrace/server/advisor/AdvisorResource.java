package org.millrace.server.advisor;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.advisor.Rules;
import org.millrace.advisor.loadtest.Triage;
import org.millrace.advisor.model.Spans;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.report.ChangeDocuments;
import org.millrace.advisor.report.ClusterReport;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.advisor.report.document.AdvisorDocuments;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.server.advisor.report.ClusterScope;
import org.millrace.server.advisor.report.NodeReports;
import org.millrace.server.advisor.report.ReportFormats;
import org.millrace.server.advisor.store.AdvisorStore;
import org.millrace.server.problem.Problem;

/**
 * The advisor over HTTP, on request threads; {@link AdvisorProvider} has checked the permission.
 *
 * <p>The methods name no media type with {@code @Produces}: Keycloak would force the first one upon problems too.
 */
public final class AdvisorResource {

    private static final int MOST_LABEL = 200;

    private final URI self;

    AdvisorResource(URI self) {
        this.self = self;
    }

    /** Links, node, version, sampling state. */
    @GET
    public Response overview() {
        return ok(MediaType.APPLICATION_JSON, Json.write(AdvisorOverview.of(RunningAdvisor.find(), links())));
    }

    @GET
    @Path("report")
    public Response report(
            @QueryParam("format") @Nullable String format,
            @QueryParam("window") @Nullable String window,
            @QueryParam("scope") @Nullable String scope,
            @Context HttpHeaders headers) {
        ReportFormat chosen = ReportFormats.choose(format, headers::getAcceptableMediaTypes);
        if (scope != null && !scope.equals("node") && !scope.equals("cluster")) {
            throw badRequest("unsupported-scope", "The scope is not supported", "scope must be node or cluster");
        }
        Advisor advisor = running();
        Duration length = window == null ? advisor.config().window() : parse(window);
        return ok(
                chosen.mediaType(),
                "cluster".equals(scope)
                        ? chosen.write(cluster(advisor, length))
                        : chosen.write(advisor.report(length)));
    }

    private static ClusterReport cluster(Advisor advisor, Duration window) {
        NodeReports others = RunningAdvisor.others().orElseGet(NodeReports::new);
        return ClusterScope.gather(advisor, others, window, Instant.now());
    }

    @GET
    @Path("snapshot")
    public Response snapshot() {
        Advisor advisor = running();
        return ok(
                MediaType.APPLICATION_JSON,
                AdvisorDocuments.snapshot(advisor.node(), advisor.latest(), advisor.settings()));
    }

    /** Reports kept at each change of the principal finding. */
    @GET
    @Path("incidents")
    public Response incidents() {
        return ok(MediaType.APPLICATION_JSON, AdvisorDocuments.incidents(store().incidents(), base() + "/incidents"));
    }

    @GET
    @Path("incidents/{id}")
    public Response incident(
            @PathParam("id") String id, @QueryParam("format") @Nullable String format, @Context HttpHeaders headers) {
        ReportFormat chosen = ReportFormats.choose(format, headers::getAcceptableMediaTypes);
        String report = store().report(id, chosen)
                .orElseThrow(() -> new Problem(
                                404,
                                "unknown-incident",
                                "Unknown incident",
                                "No incident has the id " + id + ", or its report is not kept as " + chosen.name())
                        .exception());
        return ok(chosen.mediaType(), report);
    }

    /** Changes of settings and versions, restarts and marks, with what was measured before and after each. */
    @GET
    @Path("changes")
    public Response changes() {
        return ok(MediaType.APPLICATION_JSON, ChangeDocuments.changes(store().changes()));
    }

    /** Marks a change that the advisor cannot see. */
    @POST
    @Path("changes")
    public Response mark(@Context HttpHeaders headers, InputStream body) {
        AdvisorStore store = store();
        String title = "The change cannot be marked";
        Response marked = answer(headers, body, "invalid-change", title, json -> {
            String label = label(json);
            json.requireNothingElse();
            return ChangeDocuments.change(store.mark(label));
        });
        return Response.fromResponse(marked).status(Response.Status.CREATED).build();
    }

    @GET
    @Path("rules")
    public Response rules() {
        return ok(MediaType.APPLICATION_JSON, AdvisorDocuments.rules(Rules.all(), Triage.RULES, thresholds()));
    }

    /** What to change for a purpose, and how to go back. */
    @GET
    @Path("plan")
    public Response plan(
            @QueryParam("profile") @Nullable String profile, @QueryParam("target") @Nullable String target) {
        return ok(MediaType.APPLICATION_JSON, Plans.write(profile, target, running(), Instant.now()));
    }

    /** The calculator. */
    @POST
    @Path("sizing")
    public Response sizing(@Context HttpHeaders headers, InputStream body) {
        return calculate(headers, body, SizingRequest::sizing);
    }

    /** The calculator, the other way round. */
    @POST
    @Path("sizing/capacity")
    public Response capacity(@Context HttpHeaders headers, InputStream body) {
        return calculate(headers, body, SizingRequest::capacity);
    }

    /** Says what the runs of a load test were limited by. */
    @POST
    @Path("load-test")
    public Response loadTest(@Context HttpHeaders headers, InputStream body) {
        return answer(headers, body, "invalid-load-test", "Invalid load test", LoadTestRequest::answer);
    }

    private static String label(JsonRequest json) {
        String label = json.text("label").orElse("").strip();
        if (label.isEmpty() || label.length() > MOST_LABEL || label.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "label must be a string of 1 to " + MOST_LABEL + " characters without line breaks");
        }
        return label;
    }

    private static Response calculate(HttpHeaders headers, InputStream body, Function<SizingRequest, String> answer) {
        return answer(headers, body, "invalid-sizing", "Invalid sizing request", json -> {
            Optional<Window> live = RunningAdvisor.find().map(advisor -> advisor.window(AdvisorConfig.LONGEST_WINDOW));
            return answer.apply(new SizingRequest(json, live));
        });
    }

    private static Response answer(
            HttpHeaders headers, InputStream body, String code, String title, Function<JsonRequest, String> answer) {
        try {
            byte[] sent = JsonRequest.receive(body).orElseThrow(AdvisorResource::tooLarge);
            if (sent.length > 0) {
                requireJson(headers.getMediaType());
            }
            return ok(MediaType.APPLICATION_JSON, answer.apply(JsonRequest.parse(sent)));
        } catch (IllegalArgumentException e) {
            throw badRequest(code, title, String.valueOf(e.getMessage()));
        }
    }

    private static void requireJson(@Nullable MediaType type) {
        if (type == null || !type.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
            throw new Problem(
                            415,
                            "unsupported-media-type",
                            "Unsupported media type or encoding",
                            "the body must be " + MediaType.APPLICATION_JSON)
                    .exception();
        }
    }

    private static RuntimeException tooLarge() {
        String detail = "the body is longer than " + JsonRequest.MOST_BYTES + " bytes";
        return new Problem(413, "body-too-large", "The body is too large", detail).exception();
    }

    private Map<String, String> links() {
        String base = base();
        Map<String, String> links = new LinkedHashMap<>();
        links.put("self", base);
        links.put("report", base + "/report");
        links.put("incidents", base + "/incidents");
        links.put("changes", base + "/changes");
        links.put("snapshot", base + "/snapshot");
        links.put("rules", base + "/rules");
        links.put("plan", base + "/plan");
        links.put("sizing", base + "/sizing");
        links.put("capacity", base + "/sizing/capacity");
        links.put("loadTest", base + "/load-test");
        return links;
    }

    private String base() {
        return self.toString().replaceAll("/(advisor)(/.*)?$", "/$1");
    }

    private static Thresholds thresholds() {
        return RunningAdvisor.find().map(Advisor::thresholds).orElse(Thresholds.STANDARD);
    }

    private static Advisor running() {
        return RunningAdvisor.find().orElseThrow(AdvisorResource::off);
    }

    private static AdvisorStore store() {
        return RunningAdvisor.store().orElseThrow(AdvisorResource::off);
    }

    private static RuntimeException off() {
        return new Problem(
                        503,
                        "advisor-off",
                        "The advisor does not run",
                        "Sampling is switched off by the option " + AdvisorOptions.PREFIX + "enabled")
                .exception();
    }

    private static Duration parse(String window) {
        try {
            return AdvisorConfig.requireWindow(Spans.parse(window));
        } catch (IllegalArgumentException e) {
            throw badRequest("invalid-window", "The window is not valid", String.valueOf(e.getMessage()));
        }
    }

    private static RuntimeException badRequest(String code, String title, String detail) {
        return new Problem(400, code, title, detail).exception();
    }

    private static Response ok(String mediaType, String document) {
        return Response.ok(document)
                .type(MediaType.valueOf(mediaType).withCharset(StandardCharsets.UTF_8.name()))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .build();
    }
}
