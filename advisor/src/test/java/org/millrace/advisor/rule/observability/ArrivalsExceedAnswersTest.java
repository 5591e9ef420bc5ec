package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ArrivalsExceedAnswersTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ArrivalsExceedAnswers();
    }

    @Override
    protected Windows firing() {
        return underWay(30, 60);
    }

    @Override
    protected Windows quiet() {
        return underWay(30.1, 60);
    }

    private static Windows underWay(double first, double last) {
        return Windows.of(90)
                .during(30, HttpSignals.ACTIVE_REQUESTS, first, last)
                .with(HttpSignals.REQUESTS, 0, 20);
    }

    /** The article's gauge and rate. */
    @Test
    void waitIsWhatLittlesLawMakesOfIt() {
        Windows sick = Windows.of(90)
                .during(30, HttpSignals.ACTIVE_REQUESTS, 1000, 95_000)
                .with(HttpSignals.REQUESTS, 0, 556);

        assertThat(finding(sick).why()).contains("waits about 2 minutes");
    }

    /** Samples are never quite a second apart, so that three thirds of them do not fit into the window. */
    @Test
    void newestThirdCounts() {
        Windows jump = Windows.of(298)
                .apart(Duration.ofMillis(1002))
                .during(208, HttpSignals.ACTIVE_REQUESTS, 30, 200)
                .with(HttpSignals.REQUESTS, 0, 20);

        assertThat(finding(jump).why()).startsWith("Requests under way grew from 30 to ");
    }

    @Test
    void thirdWithoutReadingsLeavesTheQuestionOpen() {
        double[] requests = new double[59];
        Arrays.setAll(requests, second -> 20 * second);

        assertSkipped(underWay(30, 60).series(HttpSignals.REQUESTS, requests), HttpSignals.ACTIVE_REQUESTS);
    }

    @Test
    void loadThatHasOnlyGrownIsAnswered() {
        double[] requests = new double[91];
        for (int i = 1; i < requests.length; i++) {
            requests[i] = requests[i - 1] + (i <= 30 ? 20 : 60);
        }
        assertQuiet(firing().series(HttpSignals.REQUESTS, requests));
    }
}
