package org.millrace.advisor.rule.observability;

import java.util.List;
import java.util.stream.Stream;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

/** The server does not count what sizing and most rules go by. */
public final class LoadNotMeasured implements Rule {

    private static final RuleCard CARD = new RuleCard(
            "KC-OBS-001",
            "Load is not measured",
            Lane.OBSERVABILITY,
            "Pool waits, request rates and cache hits are only counted with metrics on; logins, refreshes and logouts "
                    + "apart from each other only with user event metrics. The sizing guide takes exactly these.",
            List.of(KeycloakSettings.METRICS_ENABLED, KeycloakSettings.EVENT_METRICS_USER_ENABLED),
            List.of(),
            List.of(
                    "https://www.keycloak.org/observability/configuration-metrics",
                    "https://www.keycloak.org/observability/event-metrics"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        List<Setting> off = Stream.of(KeycloakSettings.METRICS_ENABLED, KeycloakSettings.EVENT_METRICS_USER_ENABLED)
                .map(window::setting)
                .filter(setting -> !setting.is("true"))
                .toList();
        return off.isEmpty() ? Verdict.healthy() : finding(off);
    }

    private static Finding finding(List<Setting> off) {
        boolean blind = off.stream().anyMatch(setting -> setting.name().equals(KeycloakSettings.METRICS_ENABLED));
        List<Step> steps = off.stream()
                .map(setting -> new Step(Step.Kind.BUILD_OPTION, setting.name().name(), setting.value(), "true"))
                .toList();
        return new Finding(
                blind ? Severity.WARNING : Severity.INFO,
                List.of(),
                blind
                        ? "Metrics are off: most rules are skipped for lack of numbers."
                        : "User event metrics are off: the kinds of logins cannot be told apart.",
                Confidence.HIGH,
                new Change(steps, true, Change.Risk.LOW));
    }
}
