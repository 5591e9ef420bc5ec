package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class JvmOptionsUnfitTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new JvmOptionsUnfit();
    }

    @Override
    protected Windows firing() {
        return quiet().without(JvmSettings.JAVA_OPTS).with(JvmSettings.JAVA_OPTS, "*******");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).unset(JvmSettings.JAVA_OPTS).unset(JvmSettings.DEBUG_ADDRESS);
    }

    @Test
    void aRemotelyReachableDebuggerIsCritical() {
        assertThat(finding(debugger("*:8787")).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding(debugger("127.0.0.1:8787")).severity()).isEqualTo(Severity.WARNING);
    }

    /** The options of the article's migrator. */
    @Test
    void heapOfABulkJobIsNamed() {
        Windows job = quiet().with(JvmSettings.INITIAL_HEAP, "34359738368")
                .with(JvmSettings.MAX_HEAP, "34359738368")
                .with(JvmSettings.ALWAYS_PRE_TOUCH, "true");

        assertThat(finding(job).why()).contains("bulk job");
    }

    private Windows debugger(String address) {
        return quiet().without(JvmSettings.DEBUG_ADDRESS).with(JvmSettings.DEBUG_ADDRESS, address);
    }
}
