package org.millrace.advisor.rule.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class DatabaseReadOnlyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseReadOnly();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).during(50, PostgresSignals.READ_ONLY, 0, 1).with(HorizonSignals.IN_RECOVERY, 0);
    }

    @Override
    protected Windows quiet() {
        return firing().during(50, PostgresSignals.READ_ONLY, 1, 0);
    }

    @Test
    void settingIsNamed() {
        assertThat(finding().why()).contains("default_transaction_read_only", "25006");
    }

    @Test
    void standbyIsNamed() {
        assertThat(finding(firing().with(HorizonSignals.IN_RECOVERY, 1)).why())
                .contains("standby", "db-url")
                .doesNotContain("default_transaction_read_only");
    }
}
