package org.millrace.advisor.rule.host;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class HugePagesAlwaysTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new HugePagesAlways();
    }

    @Override
    protected Windows firing() {
        return pages("always");
    }

    @Override
    protected Windows quiet() {
        return pages("madvise");
    }

    private static Windows pages(String use) {
        return Windows.of(10)
                .with(HostSettings.HUGE_PAGES, use)
                .with(PostgresSignals.CORES, 4)
                .with(JvmSignals.PROCESSORS, 4);
    }

    @Test
    void databaseElsewhereIsNotConcerned() {
        assertQuiet(firing().with(PostgresSignals.CORES, 16));
    }
}
