package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class CpuRequestLowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CpuRequestLow();
    }

    @Override
    protected Windows firing() {
        return using(3.1);
    }

    @Override
    protected Windows quiet() {
        return using(3);
    }

    private static Windows using(double cores) {
        return Windows.of(120).with(StatedSettings.CPU_REQUEST, "3").with(JvmSignals.CPU_TIME, 0, cores);
    }

    @Test
    void whatTheGuideSaysOfTheLoadCountsToo() {
        Finding finding = finding(using(1).with(LoadSignals.PASSWORD_VALIDATIONS, 0, 75));

        assertThat(finding.why()).contains("by the guide needs 5");
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.RESOURCE, "requests.cpu", "3", "5"));
    }
}
