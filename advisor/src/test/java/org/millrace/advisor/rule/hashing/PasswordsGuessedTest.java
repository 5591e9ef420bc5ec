package org.millrace.advisor.rule.hashing;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class PasswordsGuessedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PasswordsGuessed();
    }

    @Override
    protected Windows firing() {
        return checked(10, 5.1);
    }

    @Override
    protected Windows quiet() {
        return checked(10, 5);
    }

    private static Windows checked(double all, double wrong) {
        return Windows.of(60)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, all)
                .with(LoadSignals.WRONG_PASSWORDS, 0, wrong);
    }

    @Test
    void fewWrongOnesMayBeOneClient() {
        assertQuiet(checked(1.6, 1.6));
        assertQuiet(Windows.of(200)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 0.9)
                .with(LoadSignals.WRONG_PASSWORDS, 0, 0.9));
    }
}
