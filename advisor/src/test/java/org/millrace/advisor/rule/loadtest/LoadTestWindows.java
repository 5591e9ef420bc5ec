package org.millrace.advisor.rule.loadtest;

import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadTestSignals;

/** Windows of one run. */
final class LoadTestWindows {

    private LoadTestWindows() {}

    static Windows run(double users, double response, double throughput) {
        return Windows.of(1)
                .with(LoadTestSignals.VIRTUAL_USERS, users)
                .with(LoadTestSignals.RESPONSE_TIME, response)
                .with(LoadTestSignals.THROUGHPUT, throughput);
    }
}
