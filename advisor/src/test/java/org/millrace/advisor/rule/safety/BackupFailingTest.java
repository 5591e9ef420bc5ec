package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class BackupFailingTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new BackupFailing();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).with(HorizonSignals.LOST_SLOTS, 0).with(WalSignals.ARCHIVE_FAILING, 600);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).with(HorizonSignals.LOST_SLOTS, 0).with(WalSignals.ARCHIVE_FAILING, 599);
    }

    @Test
    void lostSlotIsAWarning() {
        Finding finding = finding(Windows.of(60).with(HorizonSignals.LOST_SLOTS, 1));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.why()).contains("rebuild that standby, and drop the slot");
    }

    @Test
    void slotThatMayRecoverIsNotToBeDropped() {
        Finding finding =
                finding(Windows.of(60).with(HorizonSignals.LOST_SLOTS, 0).with(HorizonSignals.UNRESERVED_SLOTS, 1));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.why())
                .contains("1 replication slot will lose", "max_slot_wal_keep_size", "do not drop the slot")
                .doesNotContain("rebuild");
    }

    @Test
    void withoutAnArchiveThereIsNothingToFail() {
        assertQuiet(Windows.of(60).with(HorizonSignals.LOST_SLOTS, 0));
    }
}
