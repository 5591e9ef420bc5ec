package org.millrace.advisor.rule.hashing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class HashingBoundTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HashingBound();
    }

    @Override
    protected Windows firing() {
        return hashing(3.9, 1.6);
    }

    @Override
    protected Windows quiet() {
        return hashing(3.9, 1.59);
    }

    private static Windows hashing(double threads, double cpu) {
        return Windows.of(60)
                .with(ThreadSignals.HASHING, threads)
                .with(ThreadSignals.BUSY, 7)
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, cpu);
    }

    @Test
    void passwordsAreCountedInCores() {
        Finding finding = finding(hashing(6, 1.9).with(LoadSignals.PASSWORD_VALIDATIONS, 0, 30));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("30 passwords a second take about 2 cores");
    }

    /** The database and others may be on the same machine: the server's own share says nothing then. */
    @Test
    void threadsThatWaitForAProcessorToHashAreEnough() {
        assertThat(finding(hashing(4, 0.8)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(hashing(7, 0.8).with(ThreadSignals.HASHING, 8)).severity())
                .isEqualTo(Severity.CRITICAL);
        assertQuiet(hashing(3.9, 0.8));
    }

    @Test
    void otherWorkOfTheProcessorsIsNotHashing() {
        assertQuiet(hashing(3.4, 2));
    }
}
