package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PatienceTooLongTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PatienceTooLong();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(PoolSignals.ACQUISITION_TIMEOUT, 15);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(PoolSignals.ACQUISITION_TIMEOUT, 14);
    }

    @Test
    void hiddenOptionIsNotProposed() {
        assertThat(finding(Windows.of(10).with(PoolSignals.ACQUISITION_TIMEOUT, 100))
                        .change())
                .isEmpty();
    }

    @Test
    void keycloaksDefaultIsANoteAndMoreIsAWarning() {
        assertThat(finding(Windows.of(10).with(PoolSignals.ACQUISITION_TIMEOUT, 20))
                        .severity())
                .isEqualTo(Severity.INFO);
        assertThat(finding(Windows.of(10).with(PoolSignals.ACQUISITION_TIMEOUT, 21))
                        .severity())
                .isEqualTo(Severity.WARNING);
    }
}
