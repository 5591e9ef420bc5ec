package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class LoggingVerboseTest extends RuleContract {

    private static final SettingName INFINISPAN = new SettingName("log-level-org.infinispan");

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

    @Test
    void onlyTheClustersOwnTraceIsCritical() {
        Windows others = level("info,org.infinispan:warn,com.acme:debug");

        assertThat(finding(others).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(others).change().orElseThrow().apply())
                .containsExactly(new Step(
                        Step.Kind.OPTION,
                        "log-level",
                        "info,org.infinispan:warn,com.acme:debug",
                        "info,org.infinispan:warn"));
        assertThat(finding(level("org.jgroups:debug,com.acme:all")).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void categoryHasAnOptionOfItsOwn() {
        Windows traced = level("info").with(INFINISPAN, "trace");

        assertThat(finding(traced).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding(traced).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "log-level-org.infinispan", "trace", "info"));
    }

    @Test
    void optionOfACategoryRanksFirst() {
        assertQuiet(level("info,org.infinispan:trace").with(INFINISPAN, "warn"));
    }
}
