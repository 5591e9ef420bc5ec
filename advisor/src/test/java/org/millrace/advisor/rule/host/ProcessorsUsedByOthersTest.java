package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ProcessorsUsedByOthersTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ProcessorsUsedByOthers();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .with(TimeSignals.WAITING_FOR_PROCESSOR, 1.8)
                .with(JvmSignals.CPU_TIME, 0, 0.2)
                .with(JvmSignals.PROCESSORS, 2);
    }

    @Override
    protected Windows quiet() {
        return firing().with(TimeSignals.WAITING_FOR_PROCESSOR, 0.9);
    }

    @Test
    void processThatUsesTheProcessorsItselfWaitsForItself() {
        assertQuiet(firing().with(TimeSignals.WAITING_FOR_PROCESSOR, 8).with(JvmSignals.CPU_TIME, 0, 1.7));
    }

    @Test
    void threadsOtherThanThoseOfRequestsMayWait() {
        assertQuiet(firing().with(TimeCategory.PROCESSOR.signal(), 0.1));
    }

    @Test
    void databaseOnTheSameMachineIsNoOtherProcess() {
        assertQuiet(firing().with(TimeSignals.DATABASE_PROCESSORS, 1.5));
    }

    @Test
    void anotherNodeOnTheSameMachineIsNoOtherProcess() {
        assertQuiet(firing().with(ClusterSignals.OTHER_NODES_CPU, 0.9));
        assertQuiet(firing().with(ClusterSignals.OTHER_NODES_CPU, 0.5).with(TimeSignals.DATABASE_PROCESSORS, 0.4));
    }

    @Test
    void aForeignProcessIsNamedNextToDatabaseAndAnotherNode() {
        finding(firing().with(ClusterSignals.OTHER_NODES_CPU, 0.4).with(TimeSignals.DATABASE_PROCESSORS, 0.4));
    }

    @Test
    void otherNodesDoNotUseTheQuotaOfThisOne() {
        finding(firing().with(ClusterSignals.OTHER_NODES_CPU, 1.8).with(CgroupSignals.CPU_QUOTA, 2));
    }

    @Test
    void localDatabaseDoesNotUseTheQuotaOfThisServer() {
        finding(firing().with(TimeSignals.DATABASE_PROCESSORS, 1.8).with(CgroupSignals.CPU_QUOTA, 2));
    }

    @Test
    void wantedAndGotAreSaid() {
        assertThat(finding().why()).contains("wanted 2 processors and got 0.2 of 2");
    }
}
