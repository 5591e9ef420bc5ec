package org.millrace.advisor.rule.observability;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The share of requests within the service level objective is not measured. */
public final class ServiceLevelNotMeasured implements Rule {

    private static final String GOOD = "50,100,250,500,1000,2500,5000";

    /** Milliseconds, as the option wants them. */
    private static final String LEVEL = "250";

    private static final RuleCard CARD = new RuleCard(
            RuleId.SERVICE_LEVEL_NOT_MEASURED,
            "The service level is not measured",
            Lane.OBSERVABILITY,
            "Keycloak's service level counts answers within 250 ms. The default buckets of the histogram do not have that bound, "
                    + "so its own queries find nothing; and the histogram of everything costs far more series than a few bounds.",
            List.of(KeycloakSettings.HTTP_METRICS_SLOS, KeycloakSettings.METRICS_ENABLED),
            List.of(),
            List.of("https://www.keycloak.org/observability/keycloak-service-level-indicators"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Setting set = window.setting(KeycloakSettings.HTTP_METRICS_SLOS);
        String bounds = set.text().orElse("");
        if (set.names().contains(LEVEL)
                || !window.setting(KeycloakSettings.METRICS_ENABLED).is("true")) {
            return Verdict.healthy();
        }
        String to = bounds.isBlank() ? GOOD : withLevel(set.names());
        Step step = new Step(
                Step.Kind.OPTION, KeycloakSettings.HTTP_METRICS_SLOS.name(), bounds.isEmpty() ? null : bounds, to);
        return new Finding(
                Severity.INFO,
                List.of(),
                "http-metrics-slos is " + (bounds.isEmpty() ? "not set" : bounds) + ": with " + to
                        + " the share of answers within 250 ms is known.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.LOW));
    }

    /** The configured buckets and the missing one, in ascending order: among numbers, a shorter text is the smaller one. */
    private static String withLevel(List<String> bounds) {
        return Stream.concat(bounds.stream(), Stream.of(LEVEL))
                .sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()))
                .collect(Collectors.joining(","));
    }
}
