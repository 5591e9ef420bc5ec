package org.millrace.advisor.rule.host;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class StorageSlowTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new StorageSlow();
    }

    @Override
    protected Windows firing() {
        return syncing(10);
    }

    @Override
    protected Windows quiet() {
        return syncing(9.9);
    }

    private static Windows syncing(double milliseconds) {
        return Windows.of(100).with(WalSignals.SYNCS, 0, 1).with(WalSignals.SYNC_TIME, 0, milliseconds);
    }

    @Test
    void fewSyncsSayNothing() {
        assertQuiet(firing().with(WalSignals.SYNCS, 0, 0.9));
    }
}
