package org.millrace.advisor.rule.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CacheSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class InvalidationStormTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new InvalidationStorm();
    }

    @Override
    protected Windows firing() {
        return changing(10);
    }

    @Override
    protected Windows quiet() {
        return changing(9.9);
    }

    private static Windows changing(double removals) {
        return Windows.of(60)
                .with(CacheSignals.removals("users"), 0, removals)
                .with(CacheSignals.hits("users"), 0, 80)
                .with(CacheSignals.misses("users"), 0, 20)
                .with(CacheSignals.removals("realms"), 0, 0)
                .with(CacheSignals.hits("realms"), 0, 100)
                .with(CacheSignals.misses("realms"), 0, 0);
    }

    @Test
    void manyMessagesToOtherNodesAreCritical() {
        assertThat(finding(firing().with(CacheSignals.stores("work"), 0, 200)).severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void cacheThatEvictsMoreThanItRemovesIsTooSmall() {
        Windows changing = changing(10);

        assertThat(finding(changing.with(CacheSignals.evictions("users"), 0, 9)).observed())
                .isNotEmpty();
        assertQuiet(changing.with(CacheSignals.evictions("users"), 0, 55));
    }
}
