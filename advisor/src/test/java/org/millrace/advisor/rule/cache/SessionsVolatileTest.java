package org.millrace.advisor.rule.cache;

import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class SessionsVolatileTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new SessionsVolatile();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(KeycloakSettings.PERSISTENT_SESSIONS, "false");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(KeycloakSettings.PERSISTENT_SESSIONS, "true");
    }
}
