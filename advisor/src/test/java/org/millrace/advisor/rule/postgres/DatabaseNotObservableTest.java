package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class DatabaseNotObservableTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseNotObservable();
    }

    @Override
    protected Windows firing() {
        return quiet().without(PostgresSettings.MONITOR_ROLE).with(PostgresSettings.MONITOR_ROLE, "false");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10)
                .with(PostgresSettings.MONITOR_ROLE, "true")
                .with(PostgresSettings.STATEMENT_STATISTICS, "1.11");
    }

    @Test
    void onlyWhatLacksIsNamed() {
        assertThat(finding().why()).contains("GRANT pg_monitor").doesNotContain("shared_preload_libraries");
    }
}
