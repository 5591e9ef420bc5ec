package org.millrace.advisor.rule.host;

import org.millrace.advisor.model.HostSettings;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

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
}
