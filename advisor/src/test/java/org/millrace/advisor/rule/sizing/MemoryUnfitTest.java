package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.CgroupSignals;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class MemoryUnfitTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new MemoryUnfit();
    }

    @Override
    protected Windows firing() {
        return limit(1.359e9);
    }

    @Override
    protected Windows quiet() {
        return limit(1.36e9);
    }

    private static Windows limit(double bytes) {
        return Windows.of(60).with(CgroupSignals.MEMORY_LIMIT, bytes);
    }

    @Test
    void memoryThatCannotBeGivenBackCounts() {
        assertThat(finding(limit(2e9).with(CgroupSignals.ANONYMOUS_MEMORY, 1.8e9))
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertThat(finding(limit(2e9).with(CgroupSignals.ANONYMOUS_MEMORY, 1.9e9))
                        .severity())
                .isEqualTo(Severity.CRITICAL);
    }

    @Test
    void killIsCritical() {
        assertThat(finding(limit(4e9).during(30, CgroupSignals.OUT_OF_MEMORY_KILLS, 0, 1))
                        .why())
                .startsWith("The kernel");
    }
}
