package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ResetProtectionOffTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ResetProtectionOff();
    }

    @Override
    protected Windows firing() {
        return limits("0", "30S");
    }

    @Override
    protected Windows quiet() {
        return limits("1", "1S");
    }

    private static Windows limits(String resets, String window) {
        return Windows.of(10).with(QuarkusSettings.MAX_RESETS, resets).with(QuarkusSettings.RESET_WINDOW, window);
    }

    @Test
    void eitherOfThemSwitchesItOff() {
        assertThat(finding(limits("200", "0s")).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.PROPERTY, QuarkusSettings.RESET_WINDOW.name(), "0s", null));
        assertThat(finding(limits("0", "0")).change().orElseThrow().apply()).hasSize(2);
    }

    @Test
    void withoutHttp2NothingCanComeOfIt() {
        assertThat(finding(firing().with(QuarkusSettings.HTTP2, "false")).severity())
                .isEqualTo(Severity.INFO);
    }
}
