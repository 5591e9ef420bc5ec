package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class OtherSiteTooSmallTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new OtherSiteTooSmall();
    }

    @Override
    protected Windows firing() {
        return using(1.9);
    }

    @Override
    protected Windows quiet() {
        return using(1.8);
    }

    /** The guide's cheaper variant: three pods of 3.75 cores on the other site. */
    private static Windows using(double cores) {
        return Windows.of(120)
                .with(StatedSettings.OTHER_SITE_NODES, "3")
                .with(StatedSettings.OTHER_SITE_CPU_LIMIT, "3.75")
                .with(ClusterSignals.SIZE, 3)
                .with(JvmSignals.CPU_TIME, 0, cores);
    }

    @Test
    void autoscalerThatMayStartEnoughMakesItANote() {
        assertThat(finding(using(3)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(using(3).with(StatedSettings.MAX_NODES, "6")).severity())
                .isEqualTo(Severity.INFO);
    }
}
