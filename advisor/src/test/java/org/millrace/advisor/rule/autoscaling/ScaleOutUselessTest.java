package org.millrace.advisor.rule.autoscaling;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ScaleOutUselessTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ScaleOutUseless();
    }

    @Override
    protected Windows firing() {
        return scaledOut(10, 1.2);
    }

    @Override
    protected Windows quiet() {
        return scaledOut(10.6, 1.2);
    }

    /** From one node to two after two minutes; each then answers half of the requests, in a multiple of the time. */
    private static Windows scaledOut(double requestsOfBoth, double longer) {
        double[] requests = new double[241];
        double[] time = new double[241];
        for (int i = 1; i < time.length; i++) {
            double rate = i <= 120 ? 10 : requestsOfBoth / 2;
            requests[i] = requests[i - 1] + rate;
            time[i] = time[i - 1] + rate * (i <= 120 ? 0.5 : 0.5 * longer);
        }
        return Windows.of(240)
                .during(120, ClusterSignals.SIZE, 1, 2)
                .series(HttpSignals.REQUESTS, requests)
                .series(HttpSignals.REQUEST_TIME, time)
                .with(PoolSignals.AWAITING, 5);
    }

    @Test
    void withoutWaitingForConnectionsTheDatabaseIsNotWhatBinds() {
        assertQuiet(firing().with(PoolSignals.AWAITING, 0));
    }
}
