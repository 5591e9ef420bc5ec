package org.millrace.advisor.rule.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HeldWhileBusyElsewhereTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HeldWhileBusyElsewhere();
    }

    @Override
    protected Windows firing() {
        return PoolScenes.waiting(5).with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 2.5);
    }

    @Override
    protected Windows quiet() {
        return PoolScenes.waiting(5).with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 2.4);
    }

    @Test
    void whatTheThreadsAreAtDecidesTheAdvice() {
        assertThat(finding(firing().with(ThreadSignals.HASHING, 5)).why()).contains("processors would help");
        assertThat(finding(firing().with(ThreadSignals.IN_REMOTE_CALL, 5)).why())
                .contains("Shorten the time-outs");
        assertThat(finding().why()).contains("Find the activity");
    }
}
