package org.millrace.advisor.rule.jvm;

import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class JavaOldTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new JavaOld();
    }

    @Override
    protected Windows firing() {
        return Windows.of(10).with(JvmSettings.VERSION, "17");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(JvmSettings.VERSION, "21");
    }
}
