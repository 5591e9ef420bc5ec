package org.millrace.advisor.rule.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class TooManyThreadsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TooManyThreads();
    }

    @Override
    protected Windows firing() {
        return threads(51);
    }

    @Override
    protected Windows quiet() {
        return threads(50);
    }

    private static Windows threads(double max) {
        return Windows.of(60)
                .with(ThreadSignals.MAX, max)
                .with(ThreadSignals.BUSY, 16)
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 1.69);
    }

    @Test
    void busyProcessorsMakeItABottleneck() {
        assertThat(finding().symptom()).isFalse();
        assertThat(finding().severity()).isEqualTo(Severity.INFO);

        Finding busy = finding(threads(400).with(JvmSignals.CPU_TIME, 0, 1.7));

        assertThat(busy.symptom()).isTrue();
        assertThat(busy.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(busy.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "400", "50"));
    }

    @Test
    void onASharedMachineItIsEnoughThatProcessorsLack() {
        Windows shared = threads(400).with(JvmSignals.CPU_TIME, 0, 1);

        assertThat(finding(shared.with(HostSignals.CPU_PRESSURE, 0.5)).symptom())
                .isTrue();
        assertThat(finding(shared.with(HostSignals.CPU_PRESSURE, 0.49)).symptom())
                .isFalse();
        assertThat(finding(shared.with(HostSignals.CPU_PRESSURE, 0.9).with(JvmSignals.CPU_TIME, 0, 0.99))
                        .symptom())
                .as("others use the most")
                .isFalse();
        assertThat(finding(shared.with(JvmSignals.CPU_TIME, 0, 1).with(CgroupSignals.CPU_PRESSURE, 0.1))
                        .symptom())
                .as("the group's own pressure goes before the machine's")
                .isFalse();
    }

    /** Two nodes and PostgreSQL on two processors, none of which uses most of them. */
    private static Windows installation(double max) {
        return threads(max)
                .with(ThreadSignals.BUSY, 60)
                .with(JvmSignals.CPU_TIME, 0, 0.7)
                .with(ClusterSignals.SIZE, 2)
                .with(ClusterSignals.NODES_HERE, 2)
                .with(ClusterSignals.OTHER_NODES_CPU, 0.7)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.4)
                .with(PostgresSignals.CORES, 2)
                .with(PoolSignals.MAX, 332)
                .with(PoolSignals.ACTIVE, 40);
    }

    @Test
    void threadsAndConnectionsOfAnInstallationOnOneMachineAreReducedTogether() {
        Finding finding = finding(installation(80));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.symptom()).isTrue();
        assertThat(finding.why()).contains("this node 0.7, other nodes on this machine 0.7, PostgreSQL 0.4");
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(
                        new Step(Step.Kind.OPTION, "http-pool-max-threads", "80", "16"),
                        new Step(Step.Kind.OPTION, "db-pool-max-size", "332", "10"));
    }

    @Test
    void threadsAreReducedToAPoolThatFits() {
        assertThat(finding(installation(80).with(PoolSignals.MAX, 10))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "80", "16"));
    }

    @Test
    void poolOfAnIdleLocalDatabaseIsNotReduced() {
        assertThat(finding(installation(80).with(JvmSignals.CPU_TIME, 0, 1).with(TimeSignals.DATABASE_PROCESSORS, 0.09))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "80", "25"));
    }

    @Test
    void nodesOnOneMachineShareItsThreads() {
        assertThat(finding(installation(50).without(PostgresSignals.CORES))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "50", "25"));
        assertQuiet(installation(25));
        assertQuiet(installation(50).with(ThreadSignals.BUSY, 15.9));
        assertQuiet(installation(50).with(ClusterSignals.OTHER_NODES_CPU, 0.5));
    }

    @Test
    void manyThreadsThatAreReadyToRunAreTooManyIncludingOnForeignProcessors() {
        Windows foreign = installation(80)
                .with(JvmSignals.CPU_TIME, 0, 0.3)
                .with(ClusterSignals.OTHER_NODES_CPU, 0.3)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.1);

        assertThat(finding(foreign.with(TimeSignals.WAITING_FOR_PROCESSOR, 7.9)).symptom())
                .isFalse();
        assertThat(finding(foreign.with(TimeSignals.WAITING_FOR_PROCESSOR, 8)).symptom())
                .isTrue();
        assertThat(finding(foreign.with(CgroupSignals.CPU_PERIODS, 0, 10)
                                .with(CgroupSignals.CPU_THROTTLED_PERIODS, 0, 5))
                        .symptom())
                .as("the quota stops them")
                .isFalse();
    }

    /** As the requests of imports do while others write. */
    @Test
    void threadsThatWaitForOthersAreNotTooMany() {
        assertThat(finding(installation(80).with(TimeSignals.WAITING_FOR_PROCESSOR, 5))
                        .symptom())
                .isFalse();
    }

    @Test
    void sessionsBehindOneBlockingSessionAreNotTooManyThreads() {
        assertThat(finding(installation(80).with(PostgresSignals.BLOCKER, 4711)).symptom())
                .isFalse();
    }

    @Test
    void threadsThatMostlyWaitDoNotCompete() {
        assertThat(finding(threads(400).with(JvmSignals.CPU_TIME, 0, 2).with(ThreadSignals.BUSY, 15.9))
                        .symptom())
                .isFalse();
    }

    @Test
    void largeMachineMayHaveFourForEachProcessor() {
        assertQuiet(threads(120).with(JvmSignals.PROCESSORS, 30));
        assertThat(finding(threads(240).with(JvmSignals.PROCESSORS, 30))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("120");
    }

    @Test
    void quotaOfTheContainerIsWhatThereIs() {
        assertThat(finding(threads(60).with(JvmSignals.PROCESSORS, 30).with(CgroupSignals.CPU_QUOTA, 2))
                        .why())
                .contains("2 processors");
    }

    @Test
    void quotaOfTheContainerIsNotSharedWithOtherNodes() {
        assertQuiet(installation(50).with(CgroupSignals.CPU_QUOTA, 2).with(JvmSignals.CPU_TIME, 0, 1.8));
    }

    @Test
    void poolOfARemoteDatabaseIsNotReduced() {
        Windows remote = installation(80)
                .without(TimeSignals.DATABASE_PROCESSORS)
                .with(ClusterSignals.OTHER_NODES_CPU, 1.2)
                .with(PostgresSignals.BLOCKER, 4711);
        Finding finding = finding(remote);

        assertThat(finding.why()).contains("Fewer request threads on all nodes shorten");
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "80", "25"));
    }

    @Test
    void sizeForEachNodeIsTheSameWithoutASymptom() {
        assertThat(finding(installation(80).with(ThreadSignals.BUSY, 1))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "80", "25"));
    }

    @Test
    void whyNamesOnlyWhatTheChangeReduces() {
        assertThat(finding(installation(80)).why()).contains("Fewer request threads and connections on all nodes");
        assertThat(finding(installation(80).without(PostgresSignals.CORES)).why())
                .contains("Fewer request threads on all nodes");
    }

    @Test
    void manyThreadsOnBusyOrThrottledProcessorsMayHaveAnEffect() {
        Windows few = threads(400).with(TimeSignals.WAITING_FOR_PROCESSOR, 1);

        assertThat(finding(few).why()).contains("It has no effect now");
        assertThat(finding(few.with(JvmSignals.CPU_TIME, 0, 2)).why()).doesNotContain("no effect");
        assertThat(finding(few.with(JvmSignals.CPU_TIME, 0, 1)
                                .with(CgroupSignals.CPU_PERIODS, 0, 10)
                                .with(CgroupSignals.CPU_THROTTLED_PERIODS, 0, 5))
                        .why())
                .doesNotContain("no effect");
    }
}
