package org.millrace.advisor.rule.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ReadinessLostTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ReadinessLost();
    }

    @Override
    protected Windows firing() {
        return busyFor(30);
    }

    @Override
    protected Windows quiet() {
        return busyFor(29);
    }

    private static Windows busyFor(int seconds) {
        return Windows.of(120)
                .with(JvmSignals.TIME_TO_READY, 59)
                .during(seconds, ThreadSignals.UTILISATION, 1, 0.4)
                .during(seconds, ThreadSignals.QUEUE, 40, 0);
    }

    @Test
    void nodesThatGoMeanwhileMakeItCritical() {
        assertThat(finding().severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(firing().with(ClusterSignals.SIZE, 12)).severity()).isEqualTo(Severity.WARNING);

        assertThat(finding(firing().during(60, ClusterSignals.SIZE, 12, 8)).severity())
                .isEqualTo(Severity.CRITICAL);
        assertThat(finding(firing().during(60, ClusterSignals.SIZE, 12, 8)).why())
                .contains("lost 4 nodes");
    }

    @Test
    void probesGetTheirAnswerInALineThatMovesFast() {
        assertQuiet(firing().with(HttpSignals.REQUESTS, 0, 41));
        assertThat(finding(firing().with(HttpSignals.REQUESTS, 0, 40)).why()).contains("every request thread was busy");
    }

    /** A slow start in the past matters only for an autoscaler, which waits for the next one. */
    @Test
    void slowStartMattersToWhoScales() {
        Windows slow = quiet().with(JvmSignals.TIME_TO_READY, 60);

        assertThat(finding(slow).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(slow).symptom()).isFalse();
        assertThat(finding(slow.with(StatedSettings.SCALE_OUT_CPU, "0.8")).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void shortWindowCannotTell() {
        assertSkipped(
                Windows.of(29)
                        .with(JvmSignals.TIME_TO_READY, 20)
                        .with(ThreadSignals.UTILISATION, 0.5)
                        .with(ThreadSignals.QUEUE, 0),
                ThreadSignals.UTILISATION);
    }
}
