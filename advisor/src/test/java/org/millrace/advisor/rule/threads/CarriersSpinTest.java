package org.millrace.advisor.rule.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CarriersSpinTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CarriersSpin();
    }

    @Override
    protected Windows firing() {
        return server("26.5.1");
    }

    @Override
    protected Windows quiet() {
        return server("26.6.0");
    }

    private static Windows server(String version) {
        return Windows.of(60)
                .with(KeycloakSettings.VERSION, version)
                .with(JvmSettings.VERSION, "21")
                .with(JvmSignals.PROCESSORS, 3)
                .with(ClusterSignals.SIZE, 2);
    }

    @Test
    void carriersThatTurnWithoutWorkAreFoundInAnyRelease() {
        Windows spinning =
                server("26.7.3").with(JvmSignals.CARRIER_TIME, 0, 0.95).with(HttpSignals.REQUESTS, 0, 0.5);

        assertThat(finding(spinning).why()).contains("hardly any requests");
        assertQuiet(spinning.with(HttpSignals.REQUESTS, 0, 20));
    }

    @Test
    void releasesAreNoDecimals() {
        assertQuiet(server("26.10.0"));
        assertQuiet(server("27.0.1"));
        assertQuiet(server("nightly"));
        finding(server("26.5"));
        finding(server("9.9.1"));
    }

    @Test
    void olderJavaHasNone() {
        assertQuiet(firing().without(JvmSettings.VERSION).with(JvmSettings.VERSION, "17"));
    }

    @Test
    void fourProcessorsAreEnough() {
        assertQuiet(firing().with(JvmSignals.PROCESSORS, 4));
    }
}
