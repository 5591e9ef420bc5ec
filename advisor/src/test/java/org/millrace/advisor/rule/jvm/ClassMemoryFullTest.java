package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ClassMemoryFullTest extends RuleContract {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    protected Rule rule() {
        return new ClassMemoryFull();
    }

    @Override
    protected Windows firing() {
        return metaspace(218);
    }

    @Override
    protected Windows quiet() {
        return metaspace(217);
    }

    private static Windows metaspace(double megabytes) {
        return Windows.of(10)
                .with(JvmSignals.METASPACE_USED, megabytes * MEGABYTE)
                .with(JvmSignals.METASPACE_MAX, 256 * MEGABYTE);
    }

    @Test
    void halfMoreIsProposed() {
        assertThat(finding(metaspace(244)).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding().change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.JVM_OPTION, "-XX:MaxMetaspaceSize", "256m", "384m"));
    }

    @Test
    void codeCacheCountsToo() {
        Windows code = quiet().with(JvmSignals.CODE_CACHE_USED, 90).with(JvmSignals.CODE_CACHE_MAX, 100);

        assertThat(finding(code).why()).startsWith("The code cache");
    }
}
