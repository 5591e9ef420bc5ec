package org.millrace.advisor.rule.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class MessagesHeldUpTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new MessagesHeldUp();
    }

    @Override
    protected Windows firing() {
        return messages(3, 0);
    }

    @Override
    protected Windows quiet() {
        return messages(2, 0.099);
    }

    private static Windows messages(double blocked, double resent) {
        return Windows.of(60)
                .during(30, ClusterSignals.BLOCKINGS, 0, blocked)
                .with(ClusterSignals.RETRANSMISSIONS, 0, resent)
                .with(ClusterSignals.DROPPED_MESSAGES, 0)
                .with(ClusterSignals.SENT_MESSAGES, 0, 100);
    }

    @Test
    void lostAndDroppedMessagesCountToo() {
        assertThat(finding(messages(0, 0.1))).isNotNull();
        assertThat(finding(quiet().during(30, ClusterSignals.DROPPED_MESSAGES, 0, 1)))
                .isNotNull();
    }
}
