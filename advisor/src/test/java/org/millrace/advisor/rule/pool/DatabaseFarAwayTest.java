package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class DatabaseFarAwayTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseFarAway();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).during(30, PostgresSignals.ROUND_TRIP, 80, 5);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).during(30, PostgresSignals.ROUND_TRIP, 80, 4.9);
    }

    @Test
    void oneReadingIsNoDistance() {
        assertSkipped(Windows.of(30).with(PostgresSignals.ROUND_TRIP, 80), PostgresSignals.ROUND_TRIP);
    }

    @Test
    void tenMillisecondsAreCritical() {
        assertThat(finding(Windows.of(60).with(PostgresSignals.ROUND_TRIP, 10)).severity())
                .isEqualTo(Severity.CRITICAL);
    }
}
