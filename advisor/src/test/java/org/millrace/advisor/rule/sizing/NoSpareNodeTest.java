package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.KeycloakSettings;
import org.millrace.advisor.model.Windows;
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
    void oneNodeAloneIsANote() {
        assertThat(finding(cluster(1, 0.1)).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void developersNeedNoSpare() {
        assertQuiet(cluster(1, 4).without(KeycloakSettings.PROFILE).with(KeycloakSettings.PROFILE, "dev"));
    }
}
