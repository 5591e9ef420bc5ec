package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class OwnersTooFewTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new OwnersTooFew();
    }

    @Override
    protected Windows firing() {
        return owned(1);
    }

    @Override
    protected Windows quiet() {
        return owned(2);
    }

    private static Windows owned(double owners) {
        return Windows.of(10).with(ClusterSignals.SIZE, 3).with(CacheSignals.owners("authenticationSessions"), owners);
    }

    @Test
    void eachCacheCounts() {
        assertThat(finding(quiet().with(CacheSignals.owners("actionTokens"), 1)).why())
                .contains("actionTokens");
    }
}
