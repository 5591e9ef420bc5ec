package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CostsDifferTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CostsDiffer();
    }

    @Override
    protected Windows firing() {
        return logins(600, 2.1 / 15);
    }

    @Override
    protected Windows quiet() {
        return logins(600, 1.9 / 15);
    }

    /** One to ten logins per second in turn, each rate for ten seconds, at a fixed processor time. */
    private static Windows logins(int length, double seconds) {
        double[] passwords = new double[length + 1];
        double[] time = new double[length + 1];
        for (int i = 1; i < passwords.length; i++) {
            double rate = 1 + (i - 1) / 10 % 10;
            passwords[i] = passwords[i - 1] + rate;
            time[i] = time[i - 1] + 0.1 + rate * seconds;
        }
        return Windows.of(length)
                .with(KeycloakSettings.EVENT_METRICS_USER_ENABLED, "true")
                .series(LoadSignals.PASSWORD_VALIDATIONS, passwords)
                .series(JvmSignals.CPU_TIME, time);
    }

    /** A pass of the sampler begins a second after the last one has ended. */
    @Test
    void fiveMinutesAreEnough() {
        assertThat(finding(logins(298, 2.1 / 15).apart(Duration.ofMillis(1002))).why())
                .contains("a login costs 2.1 times");
    }

    @Test
    void aSteadyLoadSeparatesNoCosts() {
        assertSkipped(
                Windows.of(600)
                        .with(KeycloakSettings.EVENT_METRICS_USER_ENABLED, "true")
                        .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 5)
                        .with(JvmSignals.CPU_TIME, 0, 1),
                LoadSignals.PASSWORD_VALIDATIONS);
    }

    @Test
    void operationsThatAreNotCountedMayBeWhatCosts() {
        assertSkipped(firing().with(KeycloakSettings.EVENT_METRICS_USER_EVENTS, "client_login"), LoadSignals.REFRESHES);
    }
}
