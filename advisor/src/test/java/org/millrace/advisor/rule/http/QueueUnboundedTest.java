package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class QueueUnboundedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new QueueUnbounded();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).unset(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).with(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS, "1000");
    }

    @Test
    void limitProposedHoldsFiveSecondsOfRequests() {
        Windows busy = firing().with(HttpSignals.REQUESTS, 0, 700);

        assertThat(finding(busy).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("3500");
    }

    @Test
    void queueOfMoreThanTwiceTheThreadsIsAWarning() {
        Windows atTwice = firing().with(ThreadSignals.MAX, 4).with(ThreadSignals.QUEUE, 8);
        Windows above = firing().with(ThreadSignals.MAX, 4).with(ThreadSignals.QUEUE, 9);

        assertThat(finding(atTwice).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(above).severity()).isEqualTo(Severity.WARNING);
    }
}
