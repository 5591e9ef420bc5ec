package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
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

    /** The database lists tables behind those that they refer to. */
    @Test
    void tablesAreMadeLoggedInTheOrderOfTheListAndBackInReverse() {
        Change change = finding(Windows.of(10).with(PostgresSettings.UNLOGGED_TABLES, "user_entity, credential"))
                .change()
                .orElseThrow();

        assertThat(change.apply()).extracting(Step::name).containsExactly("user_entity", "credential");
        assertThat(change.revert()).extracting(Step::name).containsExactly("credential", "user_entity");
    }
}
