package org.millrace.advisor.rule.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class WritersTooManyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new WritersTooMany();
    }

    @Override
    protected Windows firing() {
        return writing(120);
    }

    @Override
    protected Windows quiet() {
        return writing(119);
    }

    private static Windows writing(double inside) {
        return writing(10 * inside, inside);
    }

    private static Windows writing(double underWay, double inside) {
        return Windows.of(60)
                .with(HttpSignals.ACTIVE_REQUESTS, underWay)
                .with(PoolSignals.ACTIVE, inside)
                .with(PoolSignals.ACQUIRED, 0, 600)
                .with(HttpSignals.REQUESTS, 0, 600)
                .with(HttpSignals.ADMIN_WRITES, 0, 556)
                .with(PostgresSignals.CORES, 6);
    }

    /** Little's law on the article's gauge. */
    @Test
    void writersOfTheArticleWaitedForMinutes() {
        assertThat(finding(writing(95_000, 1000)).why())
                .contains("95000 requests", "1000 of them inside", "about 2 minutes", "send about 12 at once");
    }

    /** As in the article's end: 2500 requests under way, each 15 ms of its 750 with a connection, are no load for 16 cores. */
    @Test
    void requestsThatWaitInFrontOfASmallPoolAreNoLoadForTheDatabase() {
        assertQuiet(writing(2500, 50).with(PostgresSignals.CORES, 16).with(PostgresSignals.SESSIONS, 105));
    }

    @Test
    void openConnectionsAloneAreANote() {
        Finding finding = finding(writing(50).with(PostgresSignals.SESSIONS, 61));

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.symptom()).isFalse();
        assertQuiet(writing(50).with(PostgresSignals.SESSIONS, 60));
    }

    @Test
    void poolThatDoesNotCountLeavesTheQuestionOpen() {
        assertSkipped(writing(120).with(PoolSignals.ACQUIRED, 0), PoolSignals.ACQUIRED);
    }

    @Test
    void usersMayComeInNumbers() {
        assertQuiet(firing().with(HttpSignals.ADMIN_WRITES, 0, 299));
    }
}
