package org.millrace.server.advisor;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.change.ChangeTarget;
import org.millrace.advisor.change.Environment;
import org.millrace.advisor.change.KeycloakConf;
import org.millrace.advisor.change.KeycloakResource;
import org.millrace.advisor.change.Sql;
import org.millrace.advisor.plan.MigrationPlan;
import org.millrace.advisor.plan.Plan;
import org.millrace.advisor.plan.ProductionPlan;
import org.millrace.advisor.report.PlanDocuments;
import org.millrace.server.problem.Problem;

/** The plans and the forms they can be had in: the one place where either is registered. */
final class Plans {

    private static final List<String> PROFILES = List.of(ProductionPlan.NAME, MigrationPlan.NAME);

    private Plans() {}

    /** @throws jakarta.ws.rs.WebApplicationException 400 for an unknown profile or target */
    static String write(@Nullable String profile, @Nullable String target, Advisor advisor, Instant now) {
        List<ChangeTarget> targets =
                List.of(new KeycloakConf(), new Environment(), new KeycloakResource(), new Sql(advisor.settings()));
        ChangeTarget chosen = targets.stream()
                .filter(each -> each.name().equals(target == null ? "conf" : target))
                .findFirst()
                .orElseThrow(() -> problem(
                        "unsupported-target",
                        "The target is not supported",
                        "target must be one of "
                                + targets.stream().map(ChangeTarget::name).collect(Collectors.joining(", "))));
        return PlanDocuments.write(plan(profile == null ? ProductionPlan.NAME : profile, advisor, now), chosen, now);
    }

    private static Plan plan(String profile, Advisor advisor, Instant now) {
        return switch (profile) {
            case ProductionPlan.NAME ->
                ProductionPlan.of(advisor.report(advisor.config().window()).diagnosis());
            case MigrationPlan.NAME ->
                MigrationPlan.of(advisor.window(advisor.config().window()), now);
            default ->
                throw problem(
                        "unsupported-profile",
                        "The profile is not supported",
                        "profile must be one of " + String.join(", ", PROFILES));
        };
    }

    private static RuntimeException problem(String code, String title, String detail) {
        return new Problem(400, code, title, detail).exception();
    }
}
