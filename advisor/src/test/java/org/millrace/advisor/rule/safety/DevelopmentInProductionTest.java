package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class DevelopmentInProductionTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DevelopmentInProduction();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(KeycloakSettings.PROFILE, "prod").with(KeycloakSettings.DB, "dev-file");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(KeycloakSettings.PROFILE, "prod").with(KeycloakSettings.DB, "postgres");
    }

    @Test
    void startForDevelopmentIsNamed() {
        Windows started = Windows.of(10).with(KeycloakSettings.PROFILE, "dev").with(KeycloakSettings.DB, "postgres");

        assertThat(finding(started).why()).contains("start --optimized");
    }

    @Test
    void databaseForTryingOutIsCritical() {
        assertThat(finding().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding(quiet().without(KeycloakSettings.DB).with(KeycloakSettings.DB, "dev-mem"))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
        assertThat(finding(quiet().without(KeycloakSettings.PROFILE).with(KeycloakSettings.PROFILE, "dev"))
                        .severity())
                .isEqualTo(Severity.WARNING);
    }
}
