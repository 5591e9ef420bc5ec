package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PagesContendedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PagesContended();
    }

    @Override
    protected Windows firing() {
        return waiting(3);
    }

    @Override
    protected Windows quiet() {
        return waiting(2.9);
    }

    private static Windows waiting(double sessions) {
        return Windows.of(60).with(PostgresSignals.WAITING_FOR_PAGE, sessions).with(PostgresSignals.ACTIVE, 20);
    }

    @Test
    void thirdOfThemIsCritical() {
        assertThat(finding(waiting(5.9)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(waiting(6)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void fewSessionsSayLittleAboutShares() {
        assertQuiet(Windows.of(60).with(PostgresSignals.WAITING_FOR_PAGE, 3).with(PostgresSignals.ACTIVE, 3.9));
    }
}
