package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class LockWaitsTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new LockWaits();
    }

    @Override
    protected Windows firing() {
        return waiting(5);
    }

    @Override
    protected Windows quiet() {
        return waiting(4.9);
    }

    private static Windows waiting(double seconds) {
        return Windows.of(60)
                .with(PostgresSignals.LONGEST_LOCK_WAIT, seconds)
                .with(PostgresSignals.WAITING_FOR_LOCK, 3);
    }

    @Test
    void tenSecondsAreCritical() {
        assertThat(finding(waiting(9.9)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(waiting(10)).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void manyShortWaitsAreAWarning() {
        Windows many = quiet().with(PostgresSignals.WAITING_FOR_LOCK, 2).with(PostgresSignals.ACTIVE, 19);

        assertThat(finding(many).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(many).why()).contains("2 of 19 active sessions");
        assertQuiet(many.with(PostgresSignals.ACTIVE, 20));
        assertQuiet(quiet().with(PostgresSignals.WAITING_FOR_LOCK, 1.9).with(PostgresSignals.ACTIVE, 4));
    }

    /** Snapshots are never exactly a second apart, so that the last 30 seconds cover 29. */
    @Test
    void manyShortWaitsOfTheLastHalfMinuteAreThePrincipalFindingWithTheirStatement() {
        Window window = Windows.of(90)
                .apart(Duration.ofMillis(1002))
                .with(PostgresSignals.LONGEST_LOCK_WAIT, 2)
                .with(PostgresSignals.WAITING_FOR_LOCK, 9)
                .with(PostgresSignals.ACTIVE, 10)
                .requests(TimeCategory.DATABASE_LOCK, RequestKind.ADMIN, "update USER_ENTITY", 9, 9)
                .build();

        Diagnosis diagnosis = new Diagnostician(List.of(rule()), CausalGraph.of(List.of(rule())))
                .diagnose(window, Instant.parse("2026-01-01T00:02:00Z"));

        assertThat(diagnosis.principal()).hasValue("KC-PG-008");
        assertThat(diagnosis.findings().get(0).finding().why()).contains("update USER_ENTITY");
    }

    @Test
    void namesTheProcessThatHoldsTheLock() {
        Finding finding = finding(firing().with(PostgresSignals.BLOCKER, 4711)
                .with(PostgresSignals.BLOCKER_TRANSACTION, 25)
                .with(PostgresSignals.BLOCKER_IDLE, 1));

        assertThat(finding.why())
                .contains("Process 4711 held it in a transaction of 25 seconds, idle")
                .contains("SELECT pg_terminate_backend(4711)");
    }

    @Test
    void whatIsSaidOfABlockerIsOfTheLatestOneAlone() {
        Finding finding = finding(firing().during(30, PostgresSignals.BLOCKER, 4711, 4712)
                .during(30, PostgresSignals.BLOCKER_TRANSACTION, 600, 7)
                .during(30, PostgresSignals.BLOCKER_IDLE, 1, 0));

        assertThat(finding.why())
                .contains("Process 4712 held it in a transaction of 7 seconds.")
                .contains("SELECT pg_cancel_backend(4712)")
                .doesNotContain("terminate");
        assertThat(finding.observed())
                .contains(Observation.of(PostgresSignals.BLOCKER_TRANSACTION.name(), 7, "seconds"));
    }

    @Test
    void whatABlockerOfAHiddenRoleDoesIsNotGuessed() {
        Finding finding = finding(firing().with(PostgresSignals.BLOCKER, 4711));

        assertThat(finding.why())
                .contains("Process 4711 held it", "hidden from Keycloak's role", "SELECT pg_terminate_backend(4711)")
                .doesNotContain("in a transaction of")
                .doesNotContain("cancel");
    }

    @Test
    void preparedTransactionHasNoProcessToEnd() {
        Finding finding = finding(
                firing().with(PostgresSignals.BLOCKER, PostgresSignals.PREPARED).with(PostgresSignals.BLOCKER_IDLE, 0));

        assertThat(finding.why()).contains("pg_prepared_xacts").doesNotContain("backend(");
    }

    @Test
    void deadlockAloneIsAWarning() {
        Finding finding = finding(quiet().during(30, PostgresSignals.DEADLOCKS, 7, 8));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.why()).contains("1 deadlock");
    }

    @Test
    void oldDeadlocksDoNotCount() {
        assertQuiet(quiet().with(PostgresSignals.DEADLOCKS, 7));
    }
}
