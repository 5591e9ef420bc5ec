package org.millrace.advisor.rule.sessions;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class AsyncCommitOffTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new AsyncCommitOff();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(KeycloakSettings.ASYNC_COMMIT, "false");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).unset(KeycloakSettings.ASYNC_COMMIT);
    }

    /** With one database, an XA transaction has a single phase, and on PostgreSQL Keycloak commits its sessions asynchronously too. */
    @Test
    void distributedTransactionsAreLeftAsTheyAre() {
        assertQuiet(quiet().with(new SettingName("transaction-xa-enabled"), "true"));
    }
}
