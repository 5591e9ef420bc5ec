package org.millrace.advisor.rule.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Thresholds;

class ScaleOutLateTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ScaleOutLate();
    }

    @Override
    protected Windows firing() {
        return scaling("0.49", "4");
    }

    @Override
    protected Windows quiet() {
        return scaling("0.48", "4");
    }

    private static Windows scaling(String at, String request) {
        return Windows.of(10)
                .with(StatedSettings.SCALE_OUT_CPU, at)
                .with(StatedSettings.CPU_REQUEST, request)
                .with(JvmSignals.PROCESSORS, 4);
    }

    @Test
    void shareOfTheRequestCountsByTheLimit() {
        assertQuiet(scaling("0.8", "1.6").with(CgroupSignals.CPU_QUOTA, 4));
        assertThat(finding(scaling("0.8", "4")).why()).contains("Add it at 48 % of the request");
    }

    /** The article scaled out at 35 %, in time. */
    @Test
    void thirtyFivePercentAreInTime() {
        assertQuiet(scaling("0.35", "4"));
    }

    @Test
    void whatIsShownIsWhatDecides() {
        assertThat(finding().observed()).first().satisfies(observation -> {
            assertThat(observation.value()).isGreaterThan(0.8);
            assertThat(observation.threshold()).isEqualTo(0.8);
        });
    }

    @Test
    void kneeIsTheOneInForce() {
        Thresholds thresholds =
                new Thresholds(Map.of("KC-HPA-001", Map.of("use-of-processors-at-which-nodes-get-into-trouble", 0.7)));

        assertThat(finding().why()).contains("trouble at about 60 %");
        assertThat(rule().judge(scaling("0.6", "4").build(), thresholds))
                .isInstanceOfSatisfying(
                        Finding.class, finding -> assertThat(finding.why()).contains("trouble at about 70 %"));
    }
}
