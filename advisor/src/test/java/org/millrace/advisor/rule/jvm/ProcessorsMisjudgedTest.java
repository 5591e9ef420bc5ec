package org.millrace.advisor.rule.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ProcessorsMisjudgedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ProcessorsMisjudged();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(JvmSignals.PROCESSORS, 8).with(CgroupSignals.CPU_QUOTA, 3.5);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(JvmSignals.PROCESSORS, 8).with(CgroupSignals.CPU_QUOTA, 4.1);
    }

    @Test
    void optionThatIsSetIsWhatRevertsTheChange() {
        assertThat(finding(firing().with(JvmSettings.ACTIVE_PROCESSORS, "8"))
                        .change()
                        .orElseThrow()
                        .apply())
                .containsExactly(new Step(Step.Kind.JVM_OPTION, "-XX:ActiveProcessorCount", "8", "4"));
    }

    @Test
    void oneMoreOrLessIsRounding() {
        assertQuiet(Windows.of(10).with(JvmSignals.PROCESSORS, 2).with(CgroupSignals.CPU_QUOTA, 0.5));
    }

    @Test
    void withoutAQuotaTheMachinesProcessorsAreFarMoreThanWereRequested() {
        assertThat(finding(requesting("16")).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(requesting("2")).change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.JVM_OPTION, "-XX:ActiveProcessorCount", null, "4"));
        assertThat(finding(requesting("0.5")).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("2");
        assertQuiet(requesting("16.1"));
    }

    @Test
    void withoutAQuotaARequestHasToBeStated() {
        assertSkipped(requesting("2").without(StatedSettings.CPU_REQUEST), CgroupSignals.CPU_QUOTA);
    }

    @Test
    void fewProcessorsAreNotCountedDown() {
        assertQuiet(requesting("0.5").with(JvmSignals.PROCESSORS, 3));
    }

    private static Windows requesting(String cores) {
        return Windows.of(10).with(JvmSignals.PROCESSORS, 64).with(StatedSettings.CPU_REQUEST, cores);
    }
}
