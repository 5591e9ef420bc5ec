package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class DatabaseUnreachableTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseUnreachable();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60)
                .during(50, TimeSignals.DATABASE_REACHABLE, 1, 0)
                .with(StatementFacts.REFUSAL, "08001")
                .with(StatementFacts.UNREACHABLE_SINCE, "2026-01-01T00:00:51Z");
    }

    @Override
    protected Windows quiet() {
        return firing().during(50, TimeSignals.DATABASE_REACHABLE, 0, 1);
    }

    @Test
    void stateAndBeginningAreSaid() {
        assertThat(finding().why())
                .contains("since 2026-01-01T00:00:51Z", "the connection is refused", "SQLSTATE 08001");
    }

    @Test
    void localDatabaseWithoutAProcessorIsNoOutage() {
        Windows busy = firing().with(StatementFacts.REFUSAL, "08006")
                .with(StatementFacts.TIMED_OUT, "true")
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 0.8)
                .with(ClusterSignals.OTHER_NODES_CPU, 0.6)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.3);

        assertThat(finding(busy).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(busy).why()).contains("other nodes on this machine 0.6, PostgreSQL 0.3");
        assertThat(finding(busy.with(TimeSignals.DATABASE_PROCESSORS, 0)).severity())
                .as("it does not run")
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void refusalIsAnOutageAlsoOnBusyProcessors() {
        Windows busy = firing().with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 1.8)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.2);

        assertThat(finding(busy).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void databaseWithoutAFreeSlotCanBeReached() {
        assertQuiet(firing().with(StatementFacts.REFUSAL, "53300"));
    }

    @Test
    void loadFromBeforeTheOutageDoesNotCount() {
        Windows before = firing().with(StatementFacts.REFUSAL, "08006")
                .with(StatementFacts.TIMED_OUT, "true")
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 1.9);

        assertThat(finding(before.with(TimeSignals.DATABASE_PROCESSORS, 0.5)).severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(before.with(TimeSignals.DATABASE_PROCESSORS, 0.09)).severity())
                .as("another PostgreSQL")
                .isEqualTo(Severity.CRITICAL);
        assertThat(finding(before.during(49, TimeSignals.DATABASE_PROCESSORS, 0.5, 0))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }
}
