package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.PostgresSettings;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class TablesUnloggedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new TablesUnlogged();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(PostgresSettings.UNLOGGED_TABLES, "credential, user_entity");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).unset(PostgresSettings.UNLOGGED_TABLES);
    }

    @Test
    void eachTableIsMadeLogged() {
        assertThat(finding().change().orElseThrow().apply())
                .contains(new Step(Step.Kind.TABLE_PERSISTENCE, "user_entity", "unlogged", "logged"))
                .hasSize(2);
    }
}
