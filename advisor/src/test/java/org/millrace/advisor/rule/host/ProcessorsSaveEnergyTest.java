package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class ProcessorsSaveEnergyTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ProcessorsSaveEnergy();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(HostSettings.CPU_GOVERNOR, "powersave");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(HostSettings.CPU_GOVERNOR, "performance");
    }

    @Test
    void driverThatLeavesTheFrequencyToTheProcessorMeansSomethingElse() {
        assertQuiet(firing().with(HostSettings.CPU_DRIVER, "intel_pstate"));
        assertQuiet(firing().with(HostSettings.CPU_DRIVER, "amd-pstate-epp"));
        assertThat(finding(firing().with(HostSettings.CPU_DRIVER, "intel_cpufreq"))
                        .severity())
                .isEqualTo(Severity.INFO);
    }
}
