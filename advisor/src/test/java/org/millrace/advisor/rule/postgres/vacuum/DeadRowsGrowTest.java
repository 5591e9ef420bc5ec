package org.millrace.advisor.rule.postgres.vacuum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class DeadRowsGrowTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new DeadRowsGrow();
    }

    @Override
    protected Windows firing() {
        return dead(40_200);
    }

    @Override
    protected Windows quiet() {
        return dead(40_000);
    }

    /** At the end, having grown from fewer; autovacuum would leave 20,050. */
    private static Windows dead(double rows) {
        return Windows.of(60)
                .with(PostgresSignals.LIVE_TUPLES, 100_000)
                .with(PostgresSignals.DEAD_TUPLES, rows)
                .with(USERS.live(), 100_000)
                .during(30, USERS.dead(), 30_000, rows);
    }

    @Test
    void worstTableIsNamedWithOptionsForItAlone() {
        Finding finding = finding(firing().with(new TableSignals("credential").live(), 50_000)
                .during(30, new TableSignals("credential").dead(), 1, 100_000));

        assertThat(finding.why()).startsWith("Table credential has 100000 dead rows");
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.change().orElseThrow().apply())
                .contains(new Step(Step.Kind.TABLE_OPTION, "credential.autovacuum_vacuum_scale_factor", null, "0.01"));
    }

    @Test
    void optionsThatTheTableHasAreWhatRevertsTheChange() {
        Finding finding = finding(firing().with(
                        PostgresSettings.named("tables.options"),
                        "user_entity.autovacuum_vacuum_scale_factor=0.5, other.fillfactor=90"));

        assertThat(finding.change().orElseThrow().apply())
                .filteredOn(step -> step.name().endsWith(".autovacuum_vacuum_scale_factor"))
                .extracting(Step::from)
                .containsExactly("0.5");
    }

    @Test
    void whatIsAsGoodAlreadyIsLeft() {
        Finding slow = finding(hurried("2 ms"));
        Finding fast = finding(hurried("0 ms"));

        assertThat(slow.change().orElseThrow().apply())
                .containsExactly(
                        new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_vacuum_cost_delay", null, "1"));
        assertThat(fast.change()).isEmpty();
        assertThat(fast.why()).contains("something holds it back");
    }

    private Windows hurried(String delay) {
        return firing().with(PostgresSettings.named("autovacuum_vacuum_cost_limit"), "-1")
                .with(PostgresSettings.named("vacuum_cost_limit"), "10000")
                .with(PostgresSettings.named("autovacuum_vacuum_cost_delay"), delay)
                .with(
                        PostgresSettings.named("tables.options"),
                        "user_entity.autovacuum_vacuum_scale_factor=0.005, user_entity.autovacuum_analyze_scale_factor=0.02");
    }

    @Test
    void autovacuumThatIsOffIsSwitchedOn() {
        Finding table = finding(firing().with(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM, "other, user_entity")
                .with(PostgresSettings.named("tables.options"), "user_entity.autovacuum_enabled=false"));
        Finding everywhere = finding(firing().with(PostgresSettings.AUTOVACUUM, "off"));

        assertThat(table.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_enabled", "false", null));
        assertThat(everywhere.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.POSTGRES, "autovacuum", "off", "on"));
    }

    @Test
    void settingThatLetsMoreRowsLieDoesNotMakeThemFewer() {
        assertThat(finding(scaled(firing(), "0.5")).severity()).isEqualTo(Severity.WARNING);
        assertQuiet(scaled(quiet(), "0.5"));
        assertThat(finding(scaled(dead(31_000), "0.1")).why()).contains("3.1 times what autovacuum is set to leave");
    }

    private static Windows scaled(Windows windows, String scale) {
        return windows.with(PostgresSettings.named("autovacuum_vacuum_scale_factor"), scale);
    }

    @Test
    void deadRowsThatBecomeFewerAreBeingDealtWith() {
        assertQuiet(firing().during(30, USERS.dead(), 90_000, 80_000));
    }

    @Test
    void smallTablesDoNotCount() {
        assertQuiet(firing().with(USERS.live(), 9_999));
    }

    @Test
    void tableThatAutovacuumIsSetToComeEarlyForIsHealthyUpToAFifth() {
        assertQuiet(early(10_000, 1200));
        assertQuiet(early(10_000, 2000));
        assertThat(finding(early(10_000, 2100)).why()).contains("2100 dead rows");
    }

    @Test
    void hundredThousandDeadRowsAreABurdenToALargeTable() {
        assertQuiet(early(1_000_000, 100_000));
        assertThat(finding(early(1_000_000, 100_001)).why()).contains("100001 dead rows");
    }

    private static Windows early(double live, double dead) {
        return scaled(dead(dead), "0.01").with(USERS.live(), live).during(30, USERS.dead(), 1000, dead);
    }
}
