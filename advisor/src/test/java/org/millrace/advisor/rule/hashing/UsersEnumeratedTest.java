package org.millrace.advisor.rule.hashing;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class UsersEnumeratedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new UsersEnumerated();
    }

    @Override
    protected Windows firing() {
        return logins(10, 5.1);
    }

    @Override
    protected Windows quiet() {
        return logins(10, 5);
    }

    private static Windows logins(double all, double unknown) {
        return Windows.of(60).with(LoadSignals.LOGINS, 0, all).with(LoadSignals.UNKNOWN_USERS, 0, unknown);
    }

    @Test
    void fewMayBeOneClient() {
        assertQuiet(logins(0.9, 0.9));
    }
}
