package org.millrace.server.advisor;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.report.document.AdvisorDocuments;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.RelativePath;
import org.millrace.server.problem.Problem;

/**
 * Answers {@code GET /advisor} on the management port.
 *
 * <p>On the event loop, from what the sampling thread has left: it needs no worker and never blocks, so it answers while
 * metrics and health checks wait behind users' requests. The port knows no authentication, so rule ids and counts are
 * all it says.
 */
@Singleton
public final class ManagementEndpoint {

    private static final String PATH = "/advisor";

    private static final Logger LOG = Logger.getLogger(ManagementEndpoint.class);

    void mount(@Observes ManagementInterface management) {
        if (!Compatibility.isSupported()) {
            return;
        }
        FaultIsolation.run(
                "GET " + PATH + " is not available on the management port",
                () -> management.router().get(prefix() + PATH).handler(ManagementEndpoint::answer));
    }

    /** Writes one line to the log if the server has no management port. */
    static void logIfAbsent() {
        boolean enabled = ConfigProvider.getConfig()
                .getOptionalValue("quarkus.management.enabled", Boolean.class)
                .orElse(false);
        if (!enabled) {
            LOG.info("GET /advisor is not available: the management interface is disabled. Keycloak enables it with"
                    + " health-enabled, metrics-enabled or openapi-enabled.");
        }
    }

    private static void answer(RoutingContext context) {
        Optional<Advisor> advisor = RunningAdvisor.find();
        Optional<Diagnosis> diagnosis = advisor.flatMap(Advisor::published);
        if (diagnosis.isPresent() && advisor.flatMap(Advisor::stalledSince).isPresent()) {
            send(
                    context,
                    503,
                    "application/json",
                    AdvisorDocuments.staleSummary(diagnosis.get(), RunningAdvisor.details()));
        } else if (diagnosis.isPresent()) {
            send(context, 200, "application/json", AdvisorDocuments.summary(diagnosis.get(), RunningAdvisor.details()));
        } else {
            Problem problem = new Problem(
                    503, "no-diagnosis-yet", "There is no diagnosis yet", "The advisor is starting or switched off");
            context.response().putHeader("Retry-After", String.valueOf(Problem.SOON.toSeconds()));
            send(context, problem.status(), Problem.MEDIA_TYPE, problem.json());
        }
    }

    private static void send(RoutingContext context, int status, String mediaType, String document) {
        context.response()
                .setStatusCode(status)
                .putHeader("Content-Type", mediaType)
                .putHeader("Cache-Control", "no-store")
                .end(document);
    }

    /** Keycloak's own management endpoints move with this option; the router that is handed out does not. */
    static String prefix() {
        return RelativePath.of("kc.http-management-relative-path");
    }
}
