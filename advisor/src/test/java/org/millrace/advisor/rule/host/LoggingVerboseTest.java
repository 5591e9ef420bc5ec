package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class LoggingVerboseTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new LoggingVerbose();
    }

    @Override
    protected Windows firing() {
        return level("INFO,org.keycloak.events:debug");
    }

    @Override
    protected Windows quiet() {
        return level("info,org.debugging:warn");
    }

    private static Windows level(String level) {
        return Windows.of(10).with(KeycloakSettings.LOG_LEVEL, level);
    }

    @Test
    void clusterThatIsTracedIsCritical() {
        assertThat(finding(level("debug")).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(level("info,org.infinispan:trace")).severity()).isEqualTo(Severity.CRITICAL);
    }
}
