package org.millrace.advisor.rule.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class LookUpsDominateTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new LookUpsDominate();
    }

    @Override
    protected Windows firing() {
        return asking(40, 0);
    }

    @Override
    protected Windows quiet() {
        return asking(39, 9);
    }

    private static Windows asking(double lookUps, double discoveries) {
        return Windows.of(60)
                .with(HttpSignals.REQUESTS, 0, 100)
                .with(HttpSignals.TOKEN_LOOK_UPS, 0, lookUps)
                .with(HttpSignals.DISCOVERIES, 0, discoveries);
    }

    @Test
    void keysAskedForAgainAndAgainCountToo() {
        assertThat(finding(asking(0, 10)).why()).contains("10 % keys and metadata");
    }

    @Test
    void quietServerHasNothingToGain() {
        assertQuiet(Windows.of(60)
                .with(HttpSignals.REQUESTS, 0, 19)
                .with(HttpSignals.TOKEN_LOOK_UPS, 0, 19)
                .with(HttpSignals.DISCOVERIES, 0, 0));
    }
}
