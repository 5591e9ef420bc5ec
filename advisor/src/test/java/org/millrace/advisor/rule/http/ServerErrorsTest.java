package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ServerErrorsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ServerErrors();
    }

    @Override
    protected Windows firing() {
        return failing(10, 1000);
    }

    @Override
    protected Windows quiet() {
        return failing(10, 1001);
    }

    private static Windows failing(double failed, double all) {
        return failing(failed, all, 60);
    }

    private static Windows failing(double failed, double all, int seconds) {
        return Windows.of(seconds)
                .during(30, HttpSignals.SERVER_ERRORS, 0, failed)
                .during(30, HttpSignals.REQUESTS, 0, all);
    }

    @Test
    void tenthOfThemIsCritical() {
        assertThat(finding(failing(99, 1000)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(failing(100, 1000)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void whatDecidedIsShown() {
        assertThat(finding(failing(10, 1000)).observed())
                .extracting(Observation::threshold)
                .startsWith(0.01);
        assertThat(finding(failing(100, 1000)).observed())
                .extracting(Observation::threshold)
                .startsWith(0.1);
        assertThat(finding(failing(10, 10_000, 890)).observed())
                .extracting(Observation::threshold)
                .startsWith(0.001);
    }

    @Test
    void rejectedRequestsAreNamedSeparately() {
        assertThat(finding(firing().during(30, HttpSignals.REFUSED, 0, 5)).why())
                .contains("refused with 503");
        assertThat(finding().why()).contains("log has their reasons");
    }

    @Test
    void nineErrorsMayBeBadLuck() {
        assertQuiet(failing(9, 9));
    }

    /** The article's run of one hour, which was fine. */
    @Test
    void seventySevenOfThreeHundredThousandAreFine() {
        assertQuiet(failing(77, 295_812));
        assertQuiet(failing(77, 295_812, 3600));
    }

    @Test
    void oneInAThousandCountsOverAQuarterOfAnHour() {
        assertThat(finding(failing(10, 10_000, 890)).severity()).isEqualTo(Severity.WARNING);
        assertQuiet(failing(10, 10_001, 890));
        assertQuiet(failing(10, 10_000, 889));
    }
}
