package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.PoolSignals;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Windows;
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
                .with(PostgresSignals.CORES, 4);
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
