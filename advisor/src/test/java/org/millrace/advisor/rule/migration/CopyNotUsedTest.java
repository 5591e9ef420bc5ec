package org.millrace.advisor.rule.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.ImportFacts;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CopyNotUsedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CopyNotUsed();
    }

    @Override
    protected Windows firing() {
        return Windows.of(60).with(ImportFacts.NOT_COPIED, "users: table user_entity has the trigger audit");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(60).unset(ImportFacts.NOT_COPIED);
    }

    @Test
    void namesEntityTableAndDifference() {
        assertThat(finding().why()).contains("users: table user_entity has the trigger audit");
    }
}
