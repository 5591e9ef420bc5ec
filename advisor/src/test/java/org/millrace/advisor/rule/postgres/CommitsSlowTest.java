package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class CommitsSlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CommitsSlow();
    }

    @Override
    protected Windows firing() {
        return waiting(2);
    }

    @Override
    protected Windows quiet() {
        return waiting(1.99);
    }

    /** At a hundred commits a second, each session that waits is ten milliseconds. */
    private static Windows waiting(double sessions) {
        return Windows.of(60)
                .with(PostgresSignals.WAITING_FOR_WAL, sessions)
                .with(PostgresSignals.ACTIVE, 5)
                .with(PostgresSignals.COMMITS, 0, 100);
    }

    @Test
    void fiftyMillisecondsAreCritical() {
        assertThat(finding(waiting(4.9)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(waiting(5)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void standbyThatIsWaitedForIsNamed() {
        assertThat(finding(waiting(0.5).with(PostgresSignals.WAITING_FOR_STANDBY, 3))
                        .why())
                .contains("synchronous standby");
    }

    @Test
    void adviceNeverIsToGiveUpDurability() {
        assertThat(finding().change()).isEmpty();
        assertThat(finding().why()).contains("Do not switch off synchronous_commit");
    }

    @Test
    void delayThatIsSetIsTakenAway() {
        Finding delayed = finding(firing().with(PostgresSettings.named("commit_delay"), "100000"));

        assertThat(delayed.why()).contains("commit_delay makes each of them wait 100 ms on purpose");
        assertThat(delayed.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "commit_delay", "100000", "0"));
        assertThat(finding(firing().with(PostgresSettings.named("commit_delay"), "0"))
                        .change())
                .isEmpty();
    }

    @Test
    void fewCommitsSayNothing() {
        assertQuiet(firing().with(PostgresSignals.COMMITS, 0, 4.9));
    }

    /** At a thousand commits a second, two sessions that wait are two milliseconds, unless most commits do not wait at all. */
    @Test
    void commitsThatAreSeenToWaitCountAmongManyThatNeverDo() {
        Windows asynchronous = waiting(2).with(PostgresSignals.COMMITS, 0, 1000);

        assertQuiet(asynchronous);
        assertQuiet(asynchronous.with(PostgresSignals.COMMIT_WAIT, 19.9));
        assertThat(finding(asynchronous.with(PostgresSignals.COMMIT_WAIT, 20)).why())
                .contains("A commit waited about 20 ms");
    }

    @Test
    void fewCommitsCountIfTheyAreSeenToWait() {
        Windows few = waiting(8).with(PostgresSignals.ACTIVE, 8).with(PostgresSignals.COMMITS, 0, 4);

        assertThat(finding(few.with(PostgresSignals.COMMIT_WAIT, 1000)).severity())
                .isEqualTo(Severity.CRITICAL);
        assertQuiet(few.with(PostgresSignals.WAITING_FOR_WAL, 0.9).with(PostgresSignals.ACTIVE, 1));
    }

    @Test
    void standbyIsWaitedForAtAnotherTimeThanTheDisk() {
        Windows apart = Windows.of(120)
                .with(PostgresSignals.ACTIVE, 5)
                .with(PostgresSignals.COMMITS, 0, 100)
                .during(60, PostgresSignals.WAITING_FOR_WAL, 0.5, 0);

        assertQuiet(apart.during(60, PostgresSignals.WAITING_FOR_STANDBY, 0, 1.9));
        assertThat(finding(apart.during(60, PostgresSignals.WAITING_FOR_STANDBY, 0, 3))
                        .why())
                .contains("about 30 ms for a synchronous standby");
    }

    @Test
    void hiccupOfTheDiskIsNotSlowness() {
        assertQuiet(waiting(0.9)
                .with(PostgresSignals.ACTIVE, 1)
                .with(PostgresSignals.COMMITS, 0, 1000)
                .with(PostgresSignals.COMMIT_WAIT, 500));
    }

    @Test
    void manyOtherSessionsAreNotHeldUp() {
        assertQuiet(firing().with(PostgresSignals.ACTIVE, 10.1));
    }
}
