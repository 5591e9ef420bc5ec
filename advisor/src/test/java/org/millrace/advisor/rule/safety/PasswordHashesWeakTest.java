package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class PasswordHashesWeakTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new PasswordHashesWeak();
    }

    @Override
    protected Windows firing() {
        return checked(100, 1);
    }

    @Override
    protected Windows quiet() {
        return checked(99, 99);
    }

    private static Windows checked(double all, double weak) {
        return Windows.of(60)
                .during(30, LoadSignals.PASSWORD_VALIDATIONS, 0, all)
                .during(30, LoadSignals.WEAK_PASSWORDS, 0, weak);
    }

    @Test
    void halfOfThemAreAPolicy() {
        assertThat(finding(checked(100, 49)).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(checked(100, 50)).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void strongHashesAreFine() {
        assertQuiet(checked(1000, 0));
    }
}
