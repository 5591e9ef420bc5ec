package org.millrace.advisor.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.Rules;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;

class PlanTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.5Z");

    @Test
    void migrationIsDeclaredForADayAndTakenBack() {
        Plan plan = MigrationPlan.of(database().build(), NOW);

        assertThat(plan.expires()).isEqualTo("2026-01-02T12:00:00Z");
        assertThat(plan.changes().apply().get(0))
                .isEqualTo(new Step(
                        Step.Kind.DATABASE_PARAMETER, "millrace.migration_until", null, "2026-01-02T12:00:00Z"));
        assertThat(plan.changes().revert()).last().extracting(Step::to).isNull();
    }

    @Test
    void migrationHasTheArticlesFiguresButNoRiskForTheData() {
        Plan plan = MigrationPlan.of(database().build(), NOW);

        assertThat(plan.changes().apply())
                .contains(
                        new Step(Step.Kind.POSTGRES, "max_wal_size", "1024MB", "8GB"),
                        new Step(Step.Kind.POSTGRES, "min_wal_size", "80MB", "2GB"),
                        new Step(Step.Kind.POSTGRES, "maintenance_work_mem", "64MB", "1GB"),
                        new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_vacuum_cost_limit", null, "5000"))
                .extracting(Step::name)
                .doesNotContain("synchronous_commit", "fsync");
    }

    @Test
    void migrationNamesThePrivilegeForForeignKeysAndItsRevocation() {
        assertThat(MigrationPlan.of(database().build(), NOW).notes())
                .anySatisfy(note -> assertThat(note)
                        .contains("GRANT SET ON PARAMETER session_replication_role TO keycloak;")
                        .contains("REVOKE SET ON PARAMETER session_replication_role FROM keycloak;"));
    }

    @Test
    void memoryForMaintenanceIsASixteenthOfTheServers() {
        Windows small = database().with(HostSignals.MEMORY_TOTAL, 4.0 * 1024 * 1024 * 1024);
        Windows stated = database().with(StatedSettings.DATABASE_MEMORY, "8");

        assertThat(MigrationPlan.of(small.build(), NOW).changes().apply())
                .contains(new Step(Step.Kind.POSTGRES, "maintenance_work_mem", "64MB", "256MB"));
        assertThat(MigrationPlan.of(stated.build(), NOW).changes().apply())
                .contains(new Step(Step.Kind.POSTGRES, "maintenance_work_mem", "64MB", "512MB"));
    }

    @Test
    void logIsAnEighthOfTheFreeDisk() {
        Windows small = database().without(StatedSettings.DATABASE_DISK).with(StatedSettings.DATABASE_DISK, "20");

        assertThat(MigrationPlan.of(small.build(), NOW).changes().apply())
                .contains(
                        new Step(Step.Kind.POSTGRES, "max_wal_size", "1024MB", "2560MB"),
                        new Step(Step.Kind.POSTGRES, "min_wal_size", "80MB", "640MB"));
    }

    @Test
    void whatMemoryAndDiskAreNotKnownForIsLeftOut() {
        Windows remote = database().with(PostgresSignals.ON_THIS_MACHINE, 0).without(StatedSettings.DATABASE_DISK);

        Plan plan = MigrationPlan.of(remote.build(), NOW);

        assertThat(plan.changes().apply())
                .isNotEmpty()
                .extracting(Step::name)
                .doesNotContain("maintenance_work_mem", "max_wal_size", "min_wal_size");
        assertThat(plan.notes())
                .anySatisfy(note -> assertThat(note).contains("maintenance_work_mem is not set", "database-memory"))
                .anySatisfy(note -> assertThat(note).contains("max_wal_size is not set", "database-disk"));
    }

    @Test
    void valuesInForceAreBroughtBackToTheKilobyte() {
        Windows odd = database()
                .without(PostgresSettings.MAINTENANCE_WORK_MEM)
                .with(PostgresSettings.MAINTENANCE_WORK_MEM, "100000 kB");

        assertThat(MigrationPlan.of(odd.build(), NOW).changes().revert())
                .contains(new Step(Step.Kind.POSTGRES, "maintenance_work_mem", "1GB", "100000kB"));
    }

    @Test
    void smallerPoolOfAMigrationTakesItsOtherSizesAlong() {
        Windows large = database()
                .with(PostgresSignals.CORES, 2)
                .with(PoolSignals.MAX, 100)
                .with(PoolSignals.MIN, 100)
                .with(PoolSignals.INITIAL, 0);

        assertThat(MigrationPlan.of(large.build(), NOW).changes().apply())
                .filteredOn(step -> step.kind() == Step.Kind.OPTION)
                .containsExactly(
                        new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "20"),
                        new Step(Step.Kind.OPTION, "db-pool-min-size", "100", "20"));
    }

    @Test
    void poolThatWasNotSetIsUnsetAfterTheMigration() {
        Windows unset = database()
                .with(PostgresSignals.CORES, 2)
                .with(PoolSignals.MAX, 100)
                .unset(KeycloakSettings.DB_POOL_MAX_SIZE);

        assertThat(MigrationPlan.of(unset.build(), NOW).changes().revert())
                .contains(new Step(Step.Kind.OPTION, "db-pool-max-size", "20", null));
    }

    /** What is in use before the migration says nothing of what it takes. */
    @Test
    void poolThatTheCoresCarryIsLeftAsItIs() {
        Windows idle = database()
                .with(PostgresSignals.CORES, 16)
                .with(PoolSignals.MAX, 100)
                .with(PoolSignals.ACTIVE, 1);

        assertThat(MigrationPlan.of(idle.build(), NOW).changes().apply())
                .extracting(Step::kind)
                .doesNotContain(Step.Kind.OPTION);
    }

    @Test
    void whatIsThereAlreadyIsLeftAsItIs() {
        Windows roomy =
                database().without(PostgresSettings.MAX_WAL_SIZE).with(PostgresSettings.MAX_WAL_SIZE, "16384 MB");

        assertThat(MigrationPlan.of(roomy.build(), NOW).changes().apply())
                .extracting(Step::name)
                .doesNotContain("max_wal_size");
    }

    @Test
    void whatCannotBeTakenBackIsNotApplied() {
        Plan plan = MigrationPlan.of(
                Windows.of(5).with(StatedSettings.DATABASE_DISK, "100").build(), NOW);

        assertThat(plan.changes().apply()).isEmpty();
        assertThat(plan.reasons()).isEmpty();
        assertThat(plan.notes()).anySatisfy(note -> assertThat(note).startsWith("max_wal_size is not known"));
    }

    @Test
    void migrationIsNotDeclaredInADatabaseThatWasNotRead() {
        Plan plan = MigrationPlan.of(
                database().without(PostgresSettings.MIGRATION_UNTIL).build(), NOW);

        assertThat(plan.expires()).isNull();
        assertThat(plan.changes().apply())
                .isNotEmpty()
                .extracting(Step::kind)
                .doesNotContain(Step.Kind.DATABASE_PARAMETER);
        assertThat(plan.reasons()).hasSize(1);
        assertThat(plan.notes()).anySatisfy(note -> assertThat(note).contains("no finding will remind of its end"));
    }

    @Test
    void declarationThatWasThereIsWhatRevertsTheNewOne() {
        Windows declared = database()
                .without(PostgresSettings.MIGRATION_UNTIL)
                .with(PostgresSettings.MIGRATION_UNTIL, "2026-01-01T18:00:00Z");

        assertThat(MigrationPlan.of(declared.build(), NOW).changes().revert())
                .last()
                .extracting(Step::to)
                .isEqualTo("2026-01-01T18:00:00Z");
    }

    @Test
    void optionsThatTablesHaveNowAreWhatRevertsThem() {
        Windows set = database()
                .without(PostgresSettings.named("tables.options"))
                .with(PostgresSettings.named("tables.options"), "user_entity.autovacuum_vacuum_scale_factor=0.1");

        assertThat(MigrationPlan.of(set.build(), NOW).changes().apply())
                .contains(
                        new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_vacuum_scale_factor", "0.1", "0.01"));
    }

    @Test
    void productionIsWhatTheFindingsPropose() {
        Windows server = Windows.of(60)
                .with(PostgresSettings.FSYNC, "off")
                .with(PostgresSettings.FULL_PAGE_WRITES, "on")
                .unset(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS)
                .with(JvmSettings.VERSION, "17");
        Diagnosis diagnosis = new Diagnostician(Rules.all(), CausalGraph.of(Rules.all())).diagnose(server.build(), NOW);

        Plan plan = ProductionPlan.of(diagnosis, server.build());

        assertThat(plan.changes().apply())
                .containsExactly(
                        new Step(Step.Kind.POSTGRES, "fsync", "off", "on"),
                        new Step(Step.Kind.OPTION, "http-max-queued-requests", null, "1000"));
        assertThat(plan.reasons().get(0)).startsWith("KC-SAFE-001");
        assertThat(plan.notes()).anySatisfy(note -> assertThat(note).startsWith("KC-JVM-008"));
        assertThat(plan.expires()).isNull();
    }

    /** KC-POOL-003 wants a smaller pool, KC-POOL-004 one that is as large from the start as it is now. */
    @Test
    void sizesOfThePoolThatTwoFindingsProposeFitEachOther() {
        Windows server = Windows.of(60)
                .with(PoolSignals.MAX, 100)
                .with(PoolSignals.MIN, 0)
                .with(PoolSignals.INITIAL, 0)
                .with(PostgresSignals.MAX_CONNECTIONS, 200)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3)
                .with(PostgresSignals.CORES, 2)
                .with(PostgresSignals.ACTIVE, 1)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0);
        Diagnosis diagnosis = new Diagnostician(Rules.all(), CausalGraph.of(Rules.all())).diagnose(server.build(), NOW);

        Plan plan = ProductionPlan.of(diagnosis, server.build());

        assertThat(plan.reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("KC-POOL-003"))
                .anySatisfy(reason -> assertThat(reason).startsWith("KC-POOL-004"));
        assertThat(plan.changes().apply())
                .contains(
                        new Step(Step.Kind.OPTION, "db-pool-max-size", "100", "20"),
                        new Step(Step.Kind.OPTION, "db-pool-initial-size", "0", "20"),
                        new Step(Step.Kind.OPTION, "db-pool-min-size", "0", "20"));
    }

    private static Windows database() {
        return Windows.of(5)
                .with(PostgresSignals.ON_THIS_MACHINE, 1)
                .with(HostSignals.MEMORY_TOTAL, 32.0 * 1024 * 1024 * 1024)
                .with(StatedSettings.DATABASE_DISK, "100")
                .with(PostgresSettings.MAX_WAL_SIZE, "1024 MB")
                .with(PostgresSettings.named("min_wal_size"), "80 MB")
                .with(PostgresSettings.MAINTENANCE_WORK_MEM, "65536 kB")
                .unset(PostgresSettings.named("tables.options"))
                .unset(PostgresSettings.MIGRATION_UNTIL);
    }
}
