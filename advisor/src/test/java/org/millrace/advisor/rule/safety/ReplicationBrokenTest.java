package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ReplicationBrokenTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ReplicationBroken();
    }

    @Override
    protected Windows firing() {
        return replicating().with(HorizonSignals.REPLAY_LAG, 10);
    }

    @Override
    protected Windows quiet() {
        return replicating().with(HorizonSignals.REPLAY_LAG, 9.9);
    }

    private static Windows replicating() {
        return Windows.of(60)
                .with(HorizonSignals.STANDBYS, 1)
                .with(HorizonSignals.IN_RECOVERY, 0)
                .with(HorizonSignals.RETAINED_WAL, 0);
    }

    @Test
    void standbyIsNoPlaceToWriteTo() {
        assertThat(finding(replicating().with(HorizonSignals.IN_RECOVERY, 1)).why())
                .contains("targetServerType=primary");
    }

    @Test
    void missingSynchronousStandbyIsCritical() {
        Windows configured = replicating().with(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES, "standby1");

        assertQuiet(configured);
        assertThat(finding(configured.with(HorizonSignals.SYNCHRONOUS_STANDBYS, 0))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void standbyThatHasGoneIsMissed() {
        assertThat(finding(replicating().during(30, HorizonSignals.STANDBYS, 2, 1))
                        .why())
                .contains("there were 2, and 1 are left");
    }

    @Test
    void lastStandbyIsMissedForLongerThanTheWindow() {
        Finding finding = finding(replicating().with(HorizonSignals.STANDBYS, 0).with(HorizonSignals.MOST_STANDBYS, 1));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("No standby is left of 1");
    }

    @Test
    void standbyThatIsLeftMakesItAWarning() {
        assertThat(finding(replicating().with(HorizonSignals.MOST_STANDBYS, 2)).severity())
                .isEqualTo(Severity.WARNING);
        assertQuiet(replicating().with(HorizonSignals.MOST_STANDBYS, 1));
    }

    @Test
    void anInactiveSlotFillsTheDisk() {
        assertThat(finding(replicating().with(HorizonSignals.RETAINED_WAL, 11e9))
                        .why())
                .contains("10 GB");
    }

    @Test
    void standbysThatAreHiddenLeaveTheQuestionOpen() {
        assertSkipped(quiet().without(HorizonSignals.STANDBYS), HorizonSignals.STANDBYS);
        assertThat(finding(firing().without(HorizonSignals.STANDBYS)).why()).contains("slowest standby");
    }

    @Test
    void databaseWithoutStandbysIsFine() {
        assertQuiet(replicating().with(HorizonSignals.STANDBYS, 0));
        assertQuiet(replicating().with(HorizonSignals.STANDBYS, 0).with(HorizonSignals.MOST_STANDBYS, 0));
    }
}
