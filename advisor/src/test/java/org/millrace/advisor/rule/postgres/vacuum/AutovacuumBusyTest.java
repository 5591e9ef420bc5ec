package org.millrace.advisor.rule.postgres.vacuum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class AutovacuumBusyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new AutovacuumBusy();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).during(30, PostgresSignals.RUNNING_VACUUMS, 3, 1).with(PostgresSignals.TABLES_DUE, 2);
    }

    @Override
    protected Windows quiet() {
        return firing().with(PostgresSignals.TABLES_DUE, 1);
    }

    @Test
    void moreWorkersThanTheDefaultAreKnown() {
        assertQuiet(firing().with(PostgresSettings.named("autovacuum_max_workers"), "4"));
    }

    @Test
    void limitThatIsHighAlreadyIsLeftAlone() {
        assertThat(finding(firing().with(PostgresSettings.named("autovacuum_vacuum_cost_limit"), "5000"))
                        .change())
                .isEmpty();
    }

    @Test
    void anUnknownLimitIsNotChanged() {
        assertThat(finding().change()).isEmpty();
        assertThat(finding(firing().with(PostgresSettings.named("autovacuum_vacuum_cost_limit"), "-1"))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "autovacuum_vacuum_cost_limit", "-1", "2000"));
    }

    /** Minus one stands for the limit of all vacuums. */
    @Test
    void limitOfAllVacuumsThatIsHighIsLeftAlone() {
        assertThat(finding(firing().with(PostgresSettings.named("autovacuum_vacuum_cost_limit"), "-1")
                                .with(PostgresSettings.named("vacuum_cost_limit"), "5000"))
                        .change())
                .isEmpty();
    }
}
