package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class RequestsRefusedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new RequestsRefused();
    }

    @Override
    protected Windows firing() {
        return refusing(1);
    }

    @Override
    protected Windows quiet() {
        return refusing(0);
    }

    private static Windows refusing(double requests) {
        return Windows.of(60)
                .during(30, HttpSignals.REFUSED, 0, requests)
                .with(HttpSignals.REQUESTS, 0, 10)
                .with(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS, "20");
    }

    @Test
    void limitIsRaisedOnlyWhereThereIsRoomBehindIt() {
        Windows roomy = firing().with(JvmSignals.PROCESSORS, 4)
                .with(JvmSignals.CPU_TIME, 0, 1)
                .with(PoolSignals.AWAITING, 0);

        assertThat(finding(roomy).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("50");
        assertThat(finding(roomy.with(JvmSignals.CPU_TIME, 0, 3)).change()).isEmpty();
        assertThat(finding().change()).isEmpty();
    }

    @Test
    void withoutALimitA503HasAnotherReason() {
        assertQuiet(firing().without(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS)
                .unset(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS));
    }
}
