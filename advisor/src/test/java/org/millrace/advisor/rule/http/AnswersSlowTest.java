package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class AnswersSlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new AnswersSlow();
    }

    @Override
    protected Windows firing() {
        return answered(1000, 949);
    }

    @Override
    protected Windows quiet() {
        return answered(1000, 950);
    }

    private static Windows answered(double all, double fast) {
        return Windows.of(60)
                .during(30, HttpSignals.AUTHENTICATIONS, 5, 5 + all)
                .during(30, HttpSignals.FAST_AUTHENTICATIONS, 4, 4 + fast);
    }

    @Test
    void halfOfThemSlowIsCritical() {
        assertThat(finding(answered(1000, 500)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(answered(1000, 499)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void fewRequestsSayLittle() {
        assertQuiet(answered(299, 0));
    }
}
