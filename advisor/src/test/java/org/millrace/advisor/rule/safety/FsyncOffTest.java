package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class FsyncOffTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new FsyncOff();
    }

    @Override
    protected Windows firing() {
        return settings("off", "on");
    }

    @Override
    protected Windows quiet() {
        return settings("on", "on");
    }

    private static Windows settings(String fsync, String fullPageWrites) {
        return Windows.of(1)
                .with(PostgresSettings.FSYNC, fsync)
                .with(PostgresSettings.FULL_PAGE_WRITES, fullPageWrites);
    }

    @Test
    void fullPageWritesAloneAreEnough() {
        assertThat(finding(settings("on", "off")).change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("full_page_writes");
    }

    @Test
    void bothAreSwitchedOn() {
        assertThat(finding(settings("off", "off")).change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("fsync", "full_page_writes");
    }
}
