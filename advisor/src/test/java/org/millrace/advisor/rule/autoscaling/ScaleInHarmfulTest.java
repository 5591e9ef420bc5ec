package org.millrace.advisor.rule.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ScaleInHarmfulTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ScaleInHarmful();
    }

    @Override
    protected Windows firing() {
        return scaledIn(0.13, 0.26);
    }

    @Override
    protected Windows quiet() {
        return scaledIn(0.131, 0.26);
    }

    /** From four nodes to three after two minutes, at ten requests a second. */
    private static Windows scaledIn(double secondsBefore, double secondsAfter) {
        return scaledIn(4, 3, secondsBefore, secondsAfter);
    }

    private static Windows scaledIn(double from, double to, double secondsBefore, double secondsAfter) {
        double[] time = new double[241];
        for (int i = 1; i < time.length; i++) {
            time[i] = time[i - 1] + 10 * (i <= 120 ? secondsBefore : secondsAfter);
        }
        return Windows.of(240)
                .during(120, ClusterSignals.SIZE, from, to)
                .with(HttpSignals.REQUESTS, 0, 10)
                .series(HttpSignals.REQUEST_TIME, time);
    }

    /** The AWS article: fine at 60 ms, five seconds after the third node was taken away. */
    @Test
    void thirdRemovalOfTheArticleIsNamed() {
        Finding finding = finding(scaledIn(12, 9, 0.06, 5));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("3 nodes of 12 went", "5000 ms", "instead of 60");
    }

    @Test
    void fasterThanTheServiceLevelIsFine() {
        assertQuiet(scaledIn(0.05, 0.24));
    }
}
