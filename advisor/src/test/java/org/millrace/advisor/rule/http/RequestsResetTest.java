package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class RequestsResetTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new RequestsReset();
    }

    @Override
    protected Windows firing() {
        return cancelling(1, 20);
    }

    @Override
    protected Windows quiet() {
        return cancelling(1, 20.1);
    }

    private static Windows cancelling(double resets, double requests) {
        return Windows.of(60).with(HttpSignals.RESETS, 0, resets).with(HttpSignals.REQUESTS, 0, requests);
    }

    @Test
    void asManyAsTheLimitOfOneConnectionAreCritical() {
        assertThat(finding(cancelling(6.6, 20)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(cancelling(6.7, 20)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void limitIsNeverSwitchedOff() {
        assertThat(finding().change()).isEmpty();
        assertThat(finding().why()).contains("never right");
    }

    @Test
    void fewCancellationsAreHarmless() {
        assertQuiet(cancelling(0.9, 1));
    }
}
