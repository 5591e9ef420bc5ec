package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class TooManyActiveSessionsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TooManyActiveSessions();
    }

    @Override
    protected Windows firing() {
        return active(17, 30);
    }

    @Override
    protected Windows quiet() {
        return active(17, 29);
    }

    private static Windows active(double sessions, int seconds) {
        return active(sessions, seconds, 60);
    }

    private static Windows active(double sessions, int seconds, int window) {
        return Windows.of(window)
                .during(seconds, PostgresSignals.ACTIVE, sessions, 0)
                .with(PostgresSignals.SESSIONS, 200)
                .with(PostgresSignals.CORES, 4)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0);
    }

    /** A few active sessions among many open ones wait for each other. */
    private static Windows open(double sessions, double active, double locks, double latches) {
        return active(active, 60)
                .with(PostgresSignals.SESSIONS, sessions)
                .with(PostgresSignals.WAITING_FOR_LOCK, locks)
                .with(PostgresSignals.WAITING_FOR_LATCH, latches);
    }

    @Test
    void fewActiveOnesDeceiveIfTheyWaitForEachOther() {
        Finding finding = finding(open(41, 10, 1, 1.1));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.why()).contains("41 sessions were open on 4 cores", "only 10 were active deceives");
        assertQuiet(open(40, 10, 1, 1.1));
        assertQuiet(open(41, 10, 1, 1));
        assertQuiet(open(41, 8, 1, 0.9));
    }

    @Test
    void openOnesThatWaitForEachOtherAreCriticalFromThirtyForEachCoreOn() {
        assertThat(finding(open(120, 10, 2, 2)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(open(121, 10, 2, 2)).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding(open(121, 17, 2, 2)).severity()).isEqualTo(Severity.CRITICAL);
    }

    /** No sample in half a minute may be below the limit for a run; the mean says it too. */
    @Test
    void manyActiveOnesThatWaitForEachOtherNeedNoRun() {
        Finding finding = finding(active(40, 29)
                .with(PostgresSignals.WAITING_FOR_LOCK, 30)
                .with(PoolSignals.MAX, 100)
                .with(PoolSignals.ACTIVE, 40));

        assertThat(finding.why()).contains("were active in parallel");
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "16"));
    }

    /** The article's six cores with 2750 connections. */
    @Test
    void poolForManyOpenOnesIsWithinTheCores() {
        Windows article = open(2750, 20, 5, 9)
                .with(PostgresSignals.CORES, 6)
                .with(ClusterSignals.SIZE, 2)
                .with(PoolSignals.MAX, 1000)
                .with(PoolSignals.ACTIVE, 1000);

        assertThat(finding(article).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-max-size", "1000", "30"));
    }

    @Test
    void fourForEachCoreAreFine() {
        assertQuiet(active(16, 60));
    }

    @Test
    void tenAreFineOnAnyDatabase() {
        assertQuiet(active(10, 60).with(PostgresSignals.CORES, 2));
        assertThat(finding(active(11, 60).with(PostgresSignals.CORES, 2)).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void poolProposedDoesNotBringItBack() {
        Windows many = active(80, 60)
                .with(PostgresSignals.CORES, 2)
                .with(PoolSignals.MAX, 100)
                .with(PoolSignals.ACTIVE, 80);

        assertThat(finding(many).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "10"));
        assertThat(finding(many.with(PostgresSignals.CORES, 6))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("24");
    }

    @Test
    void hiddenSessionsThatWouldDecideItLeaveTheQuestionOpen() {
        assertSkipped(active(12, 60).with(PostgresSignals.HIDDEN, 5), PostgresSignals.HIDDEN);

        assertQuiet(active(12, 60).with(PostgresSignals.HIDDEN, 4));
    }

    @Test
    void moreThanEightForEachCoreAreCritical() {
        assertThat(finding(active(32, 60)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(active(33, 60)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void lessTimeThanARunTakesLeavesTheQuestionOpen() {
        assertSkipped(active(1, 29, 29), PostgresSignals.ACTIVE);

        assertQuiet(active(1, 30, 30));
    }

    @Test
    void victimsOfOneCulpritDoNotCompeteForProcessors() {
        assertQuiet(firing().with(PostgresSignals.BLOCKER, 4711));
    }
}
