package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.Windows;
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

    @Test
    void loadThatHasOnlyGrownIsAnswered() {
        double[] requests = new double[91];
        for (int i = 1; i < requests.length; i++) {
            requests[i] = requests[i - 1] + (i <= 30 ? 20 : 60);
        }
        assertQuiet(firing().series(HttpSignals.REQUESTS, requests));
    }
}
