package org.millrace.advisor.rule.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;

class LockChainTest {

    @Test
    void oneProcessThatAllWaitForIsAChain() {
        assertThat(LockChain.isIn(
                        Windows.of(30).with(PostgresSignals.BLOCKER, 4711).build()))
                .isTrue();
    }

    @Test
    void aLockChainMayEndInAnIdleSession() {
        Windows changing = changing().with(PostgresSignals.BLOCKER_IDLE, 1);

        assertThat(LockChain.isIn(changing.build())).isTrue();
    }

    @Test
    void sessionsInEachOthersWayAreNone() {
        assertThat(LockChain.isIn(
                        changing().with(PostgresSignals.BLOCKER_IDLE, 0).build()))
                .isFalse();
        assertThat(LockChain.isIn(Windows.of(30).build())).isFalse();
    }

    /** Another process each second. */
    private static Windows changing() {
        return Windows.of(30).with(PostgresSignals.BLOCKER, 4711, 1);
    }
}
