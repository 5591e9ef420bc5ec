package org.millrace.advisor.rule.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ThreadsAllBusyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ThreadsAllBusy();
    }

    @Override
    protected Windows firing() {
        return busy(5);
    }

    @Override
    protected Windows quiet() {
        return busy(4);
    }

    private static Windows busy(int seconds) {
        return Windows.of(60)
                .during(seconds, ThreadSignals.UTILISATION, 1, 0.75)
                .during(seconds, ThreadSignals.BUSY, 4, 3)
                .with(ThreadSignals.MAX, 4)
                .with(ThreadSignals.QUEUE, 6)
                .with(HttpSignals.ACTIVE_REQUESTS, 10)
                .with(PoolSignals.MAX, 100)
                .with(PoolSignals.UTILISATION, 0.1)
                .with(PoolSignals.AWAITING, 0)
                .with(JvmSignals.CPU_TIME, 0, 0.2)
                .with(JvmSignals.PROCESSORS, 2);
    }

    @Test
    void proposesThreadsForWhatIsInFlight() {
        Finding finding = finding();

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "http-pool-max-threads", "4", "13"));
    }

    @Test
    void threadFreeAtAnyTimeIsEnough() {
        assertQuiet(firing().with(ThreadSignals.UTILISATION, 0.99));
    }

    @Test
    void busyProcessorsAreNoReasonForMoreThreads() {
        assertNoChange(firing().with(JvmSignals.CPU_TIME, 0, 1.3));
    }

    @Test
    void processorsThatOtherNodesAndALocalDatabaseUseAreNoReasonEither() {
        assertNoChange(firing().with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 0.5)
                .with(ClusterSignals.OTHER_NODES_CPU, 0.5)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.3));
    }

    @Test
    void threadsReadyToRunOnEveryProcessorAreNoReasonEither() {
        assertNoChange(firing().with(TimeSignals.WAITING_FOR_PROCESSOR, 2))
                .contains("The processors were saturated")
                .endsWith("Add processors or nodes, or spread the load over a longer time.");
        assertThat(finding(firing().with(TimeSignals.WAITING_FOR_PROCESSOR, 1.9))
                        .change())
                .isPresent();
    }

    @Test
    void processorsAreThoseThatTheQuotaAllows() {
        assertNoChange(firing().with(JvmSignals.PROCESSORS, 8)
                .with(CgroupSignals.CPU_QUOTA, 2)
                .with(JvmSignals.CPU_TIME, 0, 1.3));
    }

    @Test
    void requestsWaitingForConnectionsAreNoReasonForMoreThreads() {
        assertNoChange(firing().with(PoolSignals.AWAITING, 2));
    }

    /** The migration of the article in its end: all threads and all connections at work, and the line moves. */
    @Test
    void serverAtFullWorkLacksNoThreadsAsLongAsTheLineMoves() {
        Windows full = firing().with(PoolSignals.UTILISATION, 0.6);

        assertQuiet(full.with(HttpSignals.REQUESTS, 0, 6.1));
        assertNoChange(full.with(HttpSignals.REQUESTS, 0, 6));
        assertThat(finding(firing().with(HttpSignals.REQUESTS, 0, 100)).change())
                .isPresent();
    }

    @Test
    void lockedDatabaseIsNoReasonForMoreThreads() {
        assertNoChange(firing().with(PostgresSignals.ACTIVE, 4)
                        .with(PostgresSignals.RUNNING, 0)
                        .with(PostgresSignals.WAITING_FOR_LOCK, 4)
                        .with(PostgresSignals.WAITING_FOR_LATCH, 0)
                        .with(PostgresSignals.WAITING_FOR_IO, 0))
                .contains("The database was saturated too.");
    }

    private AbstractStringAssert<?> assertNoChange(Windows window) {
        Finding finding = finding(window);
        assertThat(finding.change()).isEmpty();
        return assertThat(finding.why()).contains("More threads would only queue up there.");
    }

    @Test
    void slowClientsAreNoReasonForMoreThreads() {
        Finding finding = finding(firing().with(ThreadSignals.WITH_CLIENT, 4));

        assertThat(finding.change()).isEmpty();
        assertThat(finding.why()).contains("Slow clients");
    }

    @Test
    void withoutAKnownQueueItIsAWarning() {
        Finding finding = finding(firing().without(ThreadSignals.QUEUE).without(HttpSignals.ACTIVE_REQUESTS));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void lessTimeThanARunTakesLeavesTheQuestionOpen() {
        assertSkipped(free(4), ThreadSignals.UTILISATION);

        assertQuiet(free(5));
    }

    private static Windows free(int seconds) {
        return Windows.of(seconds)
                .with(ThreadSignals.UTILISATION, 0.75)
                .with(ThreadSignals.BUSY, 3)
                .with(ThreadSignals.MAX, 4);
    }
}
