package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.HorizonSignals;
import org.millrace.advisor.model.WalSignals;
import org.millrace.advisor.model.Windows;
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
        assertThat(finding(Windows.of(60).with(HorizonSignals.LOST_SLOTS, 1)).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void withoutAnArchiveThereIsNothingToFail() {
        assertQuiet(Windows.of(60).with(HorizonSignals.LOST_SLOTS, 0));
    }
}
