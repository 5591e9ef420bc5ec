package org.millrace.advisor.rule.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
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

    @Test
    void distributedTransactionsWaitTwice() {
        Windows distributed = quiet().with(KeycloakSettings.TRANSACTION_XA, "true");

        assertThat(finding(distributed).why()).contains("twice");
        assertThat(finding(distributed).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.BUILD_OPTION, "transaction-xa-enabled", "true", "false"));
    }
}
