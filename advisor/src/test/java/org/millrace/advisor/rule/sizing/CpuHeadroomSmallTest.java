package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class CpuHeadroomSmallTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CpuHeadroomSmall();
    }

    @Override
    protected Windows firing() {
        return limited(7.4);
    }

    @Override
    protected Windows quiet() {
        return limited(7.5);
    }

    private static Windows limited(double quota) {
        return Windows.of(120).with(CgroupSignals.CPU_QUOTA, quota).with(JvmSignals.CPU_TIME, 0, 3);
    }

    @Test
    void lessThanHalfMoreIsAWarning() {
        assertThat(finding().severity()).isEqualTo(Severity.INFO);
        assertThat(finding(limited(4.4)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(limited(4.4)).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("7.5");
    }

    @Test
    void requestIsADemandToo() {
        assertThat(finding(quiet().with(StatedSettings.CPU_REQUEST, "4"))).isNotNull();
    }
}
