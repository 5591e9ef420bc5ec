package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class TooManySeriesTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TooManySeries();
    }

    @Override
    protected Windows firing() {
        return quiet().with(HttpSignals.EVENT_SERIES, 2001);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10)
                .with(KeycloakSettings.CACHE_METRICS_HISTOGRAMS, "false")
                .with(HttpSignals.EVENT_SERIES, 2000);
    }

    @Test
    void histogramsOfCachesAreANote() {
        assertThat(finding(Windows.of(10).with(KeycloakSettings.CACHE_METRICS_HISTOGRAMS, "true"))
                        .severity())
                .isEqualTo(Severity.INFO);
    }
}
