package org.millrace.server.advisor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.change.ChangeTarget;
import org.millrace.advisor.change.Environment;
import org.millrace.advisor.change.KeycloakConf;
import org.millrace.advisor.change.KeycloakResource;
import org.millrace.advisor.change.SqlTarget;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.plan.MigrationPlan;
import org.millrace.advisor.plan.Plan;
import org.millrace.advisor.plan.ProductionPlan;
import org.millrace.advisor.report.document.PlanDocuments;
import org.millrace.server.problem.Problem;

/** The plans and the forms they can be had in: the one place where either is registered. */
final class Plans {

    private static final List<String> PROFILES = List.of(ProductionPlan.NAME, MigrationPlan.NAME);

    /** The database is asked once a second, and takes two to answer at most. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final String OLD =
            "The database does not respond: the revert set has the values that were read last.";

    private Plans() {}

    /**
     * A plan from freshly read settings, so that the revert set holds their present values.
     *
     * @throws jakarta.ws.rs.WebApplicationException 400 for an unknown profile or target
     */
    static String write(@Nullable String profile, @Nullable String target, Advisor advisor, Instant now) {
        String purpose = profile == null ? ProductionPlan.NAME : profile;
        if (!PROFILES.contains(purpose)) {
            throw problem("profile", PROFILES);
        }
        String form = target == null ? "conf" : target;
        List<String> forms =
                targets(Settings.NONE).stream().map(ChangeTarget::name).toList();
        if (!forms.contains(form)) {
            throw problem("target", forms);
        }
        boolean renewed = renew(advisor);
        Window window = advisor.window(advisor.config().window());
        Plan plan = purpose.equals(MigrationPlan.NAME)
                ? MigrationPlan.of(window, now)
                : ProductionPlan.of(advisor.diagnose(), window);
        return PlanDocuments.write(renewed ? plan : plan.noting(OLD), target(form, advisor.settings()), now);
    }

    private static boolean renew(Advisor advisor) {
        try {
            return advisor.renewSettings(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The server stops while it reads its settings again", e);
        }
    }

    private static ChangeTarget target(String name, Settings settings) {
        return targets(settings).stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<ChangeTarget> targets(Settings settings) {
        return List.of(
                new KeycloakConf(settings), new Environment(settings), new KeycloakResource(), new SqlTarget(settings));
    }

    private static RuntimeException problem(String parameter, List<String> names) {
        return new Problem(
                        400,
                        "unsupported-" + parameter,
                        "The " + parameter + " is not supported",
                        parameter + " must be one of " + String.join(", ", names))
                .exception();
    }
}
