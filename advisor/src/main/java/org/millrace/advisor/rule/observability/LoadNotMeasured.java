package org.millrace.advisor.rule.observability;

import java.util.List;
import java.util.Optional;
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

/** The server does not count what sizing and most rules go by. */
public final class LoadNotMeasured implements Rule {

    /** Request types of the sizing guide; an authorization code that is exchanged for a token ends a login. */
    private static final List<String> NEEDED =
            List.of("login", "logout", "client_login", "refresh_token", "code_to_token");

    private static final RuleCard CARD = new RuleCard(
            RuleId.LOAD_NOT_MEASURED,
            "Load is not measured",
            Lane.OBSERVABILITY,
            "Pool waits, request rates and cache hits are only counted with metrics on; logins, refreshes and logouts "
                    + "apart from each other only with user event metrics, and if a list of events is set, only if they are on it. The "
                    + "sizing guide takes exactly these.",
            List.of(KeycloakSettings.METRICS_ENABLED),
            List.of(),
            List.of(
                    "https://www.keycloak.org/observability/configuration-metrics",
                    "https://www.keycloak.org/observability/event-metrics"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<Setting> off = Stream.of(KeycloakSettings.METRICS_ENABLED, KeycloakSettings.EVENT_METRICS_USER_ENABLED)
                .flatMap(name -> window.settings().find(name).stream())
                .filter(setting -> !setting.is("true"))
                .toList();
        if (!off.isEmpty()) {
            return finding(off);
        }
        return window.settings()
                .find(KeycloakSettings.EVENT_METRICS_USER_EVENTS)
                .<Verdict>flatMap(LoadNotMeasured::lacking)
                .orElseGet(Verdict::healthy);
    }

    /** Empty if all that is needed is counted, as without a list it is. */
    private static Optional<Finding> lacking(Setting chosen) {
        List<String> counted = chosen.names();
        List<String> lacking =
                NEEDED.stream().filter(event -> !counted.contains(event)).toList();
        return counted.isEmpty() || lacking.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(chosen, counted, lacking));
    }

    private static Finding finding(Setting chosen, List<String> counted, List<String> lacking) {
        String all = Stream.concat(counted.stream(), lacking.stream()).collect(Collectors.joining(","));
        Step step = new Step(Step.Kind.OPTION, chosen.name().name(), chosen.value(), all);
        return new Finding(
                Severity.INFO,
                List.of(),
                "Of the user events that sizing takes, these are not counted: " + String.join(", ", lacking) + ".",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.LOW));
    }

    private static Finding finding(List<Setting> off) {
        boolean blind = off.stream().anyMatch(setting -> setting.name().equals(KeycloakSettings.METRICS_ENABLED));
        List<Step> steps = off.stream()
                .map(setting -> new Step(Step.Kind.BUILD_OPTION, setting.name().name(), setting.value(), "true"))
                .toList();
        return new Finding(
                Severity.INFO,
                List.of(),
                blind
                        ? "Metrics are off. Request threads, database, JVM and host are observed without them; metrics add "
                                + "pool waits, request rates, cache hits and the sizing of the load."
                        : "User event metrics are off: the kinds of logins cannot be distinguished.",
                Confidence.HIGH,
                new Change(steps, true, Change.Risk.LOW));
    }
}
