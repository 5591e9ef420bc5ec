package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ServiceLevelNotMeasuredTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ServiceLevelNotMeasured();
    }

    @Override
    protected Windows firing() {
        return bounds("100,500");
    }

    @Override
    protected Windows quiet() {
        return bounds("100, 250,500");
    }

    private static Windows bounds(String bounds) {
        return Windows.of(10)
                .with(KeycloakSettings.HTTP_METRICS_SLOS, bounds)
                .with(KeycloakSettings.METRICS_ENABLED, "true");
    }

    @Test
    void boundsOfTheOperatorStay() {
        assertThat(to(bounds("100, 500,1000"))).isEqualTo("100,250,500,1000");
        assertThat(to(firing().without(KeycloakSettings.HTTP_METRICS_SLOS).unset(KeycloakSettings.HTTP_METRICS_SLOS)))
                .isEqualTo("50,100,250,500,1000,2500,5000");
    }

    private String to(Windows window) {
        return String.valueOf(
                finding(window).change().orElseThrow().apply().get(0).to());
    }

    @Test
    void withoutMetricsAnotherRuleSpeaks() {
        assertQuiet(Windows.of(10)
                .unset(KeycloakSettings.HTTP_METRICS_SLOS)
                .with(KeycloakSettings.METRICS_ENABLED, "false"));
    }
}
