package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class BeyondTestedLoadTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new BeyondTestedLoad();
    }

    @Override
    protected Windows firing() {
        return logins(301);
    }

    @Override
    protected Windows quiet() {
        return logins(300);
    }

    private static Windows logins(double perSecond) {
        return Windows.of(60)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, perSecond)
                .with(KeycloakSettings.EVENT_METRICS_USER_ENABLED, "true");
    }

    @Test
    void eachRateHasItsEnd() {
        assertThat(finding(quiet().with(LoadSignals.REFRESHES, 0, 436))).isNotNull();
        assertThat(finding(quiet().with(LoadSignals.CLIENT_LOGINS, 0, 2001))).isNotNull();
    }

    @Test
    void loadThatIsNotCountedLeavesTheQuestionOpen() {
        Windows uncounted = quiet().without(KeycloakSettings.EVENT_METRICS_USER_ENABLED);

        assertSkipped(uncounted, LoadSignals.REFRESHES, LoadSignals.CLIENT_LOGINS);
        assertThat(finding(uncounted.with(LoadSignals.PASSWORD_VALIDATIONS, 0, 301)))
                .isNotNull();
    }

    @Test
    void eventsThatAreNotChosenAreNotCounted() {
        Windows chosen = quiet().with(KeycloakSettings.EVENT_METRICS_USER_EVENTS, "login, client_login");

        assertSkipped(chosen, LoadSignals.REFRESHES);
        assertQuiet(chosen.with(KeycloakSettings.EVENT_METRICS_USER_EVENTS, "client_login,refresh_token"));
    }
}
