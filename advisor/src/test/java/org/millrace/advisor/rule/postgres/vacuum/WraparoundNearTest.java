package org.millrace.advisor.rule.postgres.vacuum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class WraparoundNearTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new WraparoundNear();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).with(HorizonSignals.TRANSACTION_AGE, 500_000_000);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).with(HorizonSignals.TRANSACTION_AGE, 499_999_999);
    }

    @Test
    void halfOfThemIsCritical() {
        assertThat(finding(Windows.of(60).with(HorizonSignals.TRANSACTION_AGE, 1e9))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }
}
