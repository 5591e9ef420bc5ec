package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class FilesRunOutTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new FilesRunOut();
    }

    @Override
    protected Windows firing() {
        return files(7000, 10_000);
    }

    @Override
    protected Windows quiet() {
        return files(6999, 10_000);
    }

    private static Windows files(double open, double limit) {
        return Windows.of(10).with(JvmSignals.OPEN_FILES, open).with(JvmSignals.MAX_FILES, limit);
    }

    @Test
    void nearlyAllAreCritical() {
        assertThat(finding(files(9000, 10_000)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void lowLimitIsANote() {
        assertThat(finding(files(258, 1024)).severity()).isEqualTo(Severity.INFO);
    }
}
