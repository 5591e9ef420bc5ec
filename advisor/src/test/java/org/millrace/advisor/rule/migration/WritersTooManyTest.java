package org.millrace.advisor.rule.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

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

    private static Windows writing(double underWay) {
        return Windows.of(60)
                .with(HttpSignals.ACTIVE_REQUESTS, underWay)
                .with(HttpSignals.REQUESTS, 0, 600)
                .with(HttpSignals.ADMIN_WRITES, 0, 556)
                .with(PostgresSignals.CORES, 6);
    }

    /** Little's law on the article's gauge. */
    @Test
    void writersOfTheArticleWaitedForMinutes() {
        assertThat(finding(writing(95_000)).why()).contains("about 2 minutes", "send about 12 at once");
    }

    @Test
    void usersMayComeInNumbers() {
        assertQuiet(firing().with(HttpSignals.ADMIN_WRITES, 0, 299));
    }
}
