package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PausesLongTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PausesLong();
    }

    @Override
    protected Windows firing() {
        return pauses(1, 0.25);
    }

    @Override
    protected Windows quiet() {
        return pauses(5, 0.24);
    }

    /** The first of the seconds, then none. */
    private static Windows pauses(int seconds, double length) {
        return Windows.of(60)
                .during(seconds - 1, JvmSignals.LAST_PAUSE, length, 0)
                .with(JvmSignals.UPTIME, 200);
    }

    @Test
    void oneAloneIsANote() {
        assertThat(finding().severity()).isEqualTo(Severity.INFO);
        assertThat(finding().symptom()).isFalse();
    }

    @Test
    void threeOrAVeryLongOneAreAWarning() {
        assertThat(finding(pauses(2, 0.3)).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(pauses(3, 0.3)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(pauses(1, 1)).severity()).isEqualTo(Severity.WARNING);
    }
}
