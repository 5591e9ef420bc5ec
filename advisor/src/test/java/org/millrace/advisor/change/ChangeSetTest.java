package org.millrace.advisor.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Settings;

class ChangeSetTest {

    private static final Step POOL = new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "20");
    private static final Step WAL = new Step(Step.Kind.POSTGRES, "max_wal_size", "1024MB", "8GB");
    private static final Step TABLE =
            new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_vacuum_scale_factor", null, "0.01");

    @Test
    void whatATargetCannotExpressIsElsewhere() {
        ChangeSet changes =
                ChangeSet.of(List.of(new Change(List.of(POOL, WAL), true, Change.Risk.LOW)), PoolSizes.UNKNOWN);

        assertThat(changes.forTarget(new KeycloakConf(Settings.NONE)).apply()).containsExactly(POOL);
        assertThat(changes.elsewhere(new KeycloakConf(Settings.NONE))).containsExactly(WAL);
    }

    @Test
    void restartIsOfWhatTheTargetChangesAlone() {
        Change option = new Change(List.of(POOL), true, Change.Risk.LOW);
        Change table = new Change(List.of(TABLE), false, Change.Risk.LOW);

        ChangeSet changes = ChangeSet.of(List.of(option, table), PoolSizes.UNKNOWN);

        assertThat(changes.restart()).isTrue();
        assertThat(changes.forTarget(new KeycloakConf(Settings.NONE)).restart()).isTrue();
        assertThat(changes.forTarget(new SqlTarget(Settings.NONE)).restart()).isFalse();
    }

    @Test
    void ofTwoChangesToTheSameThingTheFirstCounts() {
        Step other = new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "7");

        ChangeSet changes = ChangeSet.of(
                List.of(
                        new Change(List.of(POOL), false, Change.Risk.LOW),
                        new Change(List.of(other), true, Change.Risk.LOW)),
                PoolSizes.UNKNOWN);

        assertThat(changes.apply()).containsExactly(POOL);
        assertThat(changes.restart()).isFalse();
    }
}
