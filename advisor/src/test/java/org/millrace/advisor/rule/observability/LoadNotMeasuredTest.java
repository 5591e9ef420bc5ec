package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class LoadNotMeasuredTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new LoadNotMeasured();
    }

    @Override
    protected Windows firing() {
        return enabled("true", "false");
    }

    @Override
    protected Windows quiet() {
        return enabled("true", "true");
    }

    private static Windows enabled(String metrics, String userEvents) {
        return Windows.of(1)
                .with(KeycloakSettings.METRICS_ENABLED, metrics)
                .with(KeycloakSettings.EVENT_METRICS_USER_ENABLED, userEvents);
    }

    @Test
    void withoutMetricsItIsANoteThatSaysWhatTheyAdd() {
        assertThat(finding().severity()).isEqualTo(Severity.INFO);

        assertThat(finding(enabled("false", "false")).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(Windows.of(10).with(KeycloakSettings.METRICS_ENABLED, "false"))
                        .why())
                .contains("metrics add");
    }

    @Test
    void listOfEventsIsCompletedByWhatSizingTakes() {
        Finding finding = finding(counting("login, logout"));

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.why()).contains("client_login, refresh_token, code_to_token");
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(
                        Step.Kind.OPTION,
                        "event-metrics-user-events",
                        "login, logout",
                        "login,logout,client_login,refresh_token,code_to_token"));
    }

    @Test
    void listWithAllThatSizingTakesIsEnough() {
        assertQuiet(counting("login,logout,client_login, refresh_token,code_to_token,user_info_request"));
        assertQuiet(quiet().unset(KeycloakSettings.EVENT_METRICS_USER_EVENTS));
    }

    private Windows counting(String events) {
        return quiet().with(KeycloakSettings.EVENT_METRICS_USER_EVENTS, events);
    }

    @Test
    void optionsNeedABuild() {
        assertThat(finding(enabled("false", "false")).change().orElseThrow().apply())
                .extracting(Step::kind)
                .containsOnly(Step.Kind.BUILD_OPTION);
    }
}
