package org.millrace.advisor.rule.postgres.vacuum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class HorizonHeldBackTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HorizonHeldBack();
    }

    @Override
    protected Windows firing() {
        return held(600, 0, 0);
    }

    @Override
    protected Windows quiet() {
        return held(599, 599, 9_999_999);
    }

    private static Windows held(double open, double prepared, double slot) {
        return Windows.of(60)
                .with(HorizonSignals.OLDEST_TRANSACTION, open)
                .with(HorizonSignals.OLDEST_PREPARED, prepared)
                .with(HorizonSignals.OLDEST_SLOT, slot);
    }

    @Test
    void eachHolderIsNamedWithWhereToFindIt() {
        Finding finding = finding(held(7200, 700, 20_000_000));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("open since 2 hours", "pg_prepared_xacts", "20000000 transactions behind");
    }

    @Test
    void whatIsNotOldIsNotNamed() {
        assertThat(finding().why()).doesNotContain("pg_prepared_xacts").doesNotContain("slot");
    }

    @Test
    void sessionsThatAreHiddenLeaveTheQuestionOpen() {
        assertSkipped(quiet().with(HorizonSignals.HIDDEN, 1), HorizonSignals.OLDEST_TRANSACTION);
        assertQuiet(quiet().during(30, HorizonSignals.HIDDEN, 1, 0));
        assertThat(finding(firing().with(HorizonSignals.HIDDEN, 1)).why()).contains("open since 10 minutes");
        assertThat(finding(held(0, 600, 0).with(HorizonSignals.HIDDEN, 1)).why())
                .contains("pg_prepared_xacts");
    }
}
