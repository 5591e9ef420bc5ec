package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ConstraintsDisabledTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ConstraintsDisabled();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10)
                .with(PostgresSettings.DISABLED_TRIGGERS, "user_entity")
                .unset(PostgresSettings.UNVALIDATED_CONSTRAINTS);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).unset(PostgresSettings.DISABLED_TRIGGERS).unset(PostgresSettings.UNVALIDATED_CONSTRAINTS);
    }

    @Test
    void eachReasonIsNamed() {
        Windows all = Windows.of(10)
                .with(PostgresSettings.DISABLED_TRIGGERS, "user_entity")
                .with(PostgresSettings.UNVALIDATED_CONSTRAINTS, "fk_user")
                .with(PostgresSettings.named("session_replication_role"), "replica");

        assertThat(finding(all).why()).contains("user_entity", "fk_user", "session_replication_role");
    }
}
