package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PoolBelowMinimumTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PoolBelowMinimum();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(PoolSignals.MAX, 9);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(PoolSignals.MAX, 10);
    }

    @Test
    void fewerThanFourAreCritical() {
        assertThat(finding(Windows.of(10).with(PoolSignals.MAX, 4)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(Windows.of(10).with(PoolSignals.MAX, 3)).severity()).isEqualTo(Severity.CRITICAL);
    }
}
