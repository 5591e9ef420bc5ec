package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class NoSpareNodeTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new NoSpareNode();
    }

    @Override
    protected Windows firing() {
        return cluster(3, 2.7);
    }

    @Override
    protected Windows quiet() {
        return cluster(3, 2.6);
    }

    private static Windows cluster(double nodes, double used) {
        return Windows.of(120)
                .with(ClusterSignals.SIZE, nodes)
                .with(JvmSignals.PROCESSORS, 4)
                .with(JvmSignals.CPU_TIME, 0, used)
                .with(KeycloakSettings.PROFILE, "prod");
    }

    @Test
    void oneNodeAloneIsAWarning() {
        assertThat(finding(cluster(1, 0.1)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(cluster(1, 0.1)
                                .with(KeycloakSettings.HTTP_ENABLED, "true")
                                .with(KeycloakSettings.PROXY_HEADERS, "xforwarded"))
                        .severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void oneThatIsMeantToBeAloneIsANote() {
        assertThat(finding(cluster(1, 0.1).with(KeycloakSettings.CACHE, "local"))
                        .severity())
                .isEqualTo(Severity.INFO);
        assertThat(finding(cluster(1, 0.1)
                                .with(KeycloakSettings.HTTP_ENABLED, "true")
                                .unset(KeycloakSettings.PROXY_HEADERS))
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void twoNodesThatOwnEverythingTogetherAreANote() {
        Windows two = cluster(2, 1).with(CacheSignals.owners("authenticationSessions"), 2);

        assertThat(finding(two).severity()).isEqualTo(Severity.INFO);
        assertQuiet(two.with(ClusterSignals.SIZE, 3));
        assertQuiet(cluster(2, 1));
    }

    @Test
    void developersNeedNoSpare() {
        assertQuiet(cluster(1, 4).without(KeycloakSettings.PROFILE).with(KeycloakSettings.PROFILE, "dev"));
    }
}
