package org.millrace.advisor.rule.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class TestInvalidTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TestInvalid();
    }

    @Override
    protected Windows firing() {
        return Windows.of(1).with(LoadTestSignals.DURATION, 599);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(1).with(LoadTestSignals.DURATION, 600);
    }

    @Test
    void eachFaultLowersTheGrade() {
        assertThat(finding().why()).startsWith("Grade B");
        assertThat(finding(firing().with(LoadTestSignals.WARM_UP, 60).with(LoadTestSignals.USERS, 100))
                        .why())
                .startsWith("Grade D")
                .contains("users in the realm 100, not 20000");
    }
}
