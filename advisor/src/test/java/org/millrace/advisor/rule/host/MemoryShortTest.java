package org.millrace.advisor.rule.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class MemoryShortTest extends RuleContract {

    private static final double MEGABYTE = 1024 * 1024;

    @Override
    protected Rule rule() {
        return new MemoryShort();
    }

    @Override
    protected Windows firing() {
        return swapping(10);
    }

    @Override
    protected Windows quiet() {
        return swapping(9.9);
    }

    private static Windows swapping(double pages) {
        return Windows.of(60).with(HostSignals.OWN_SWAP, 50 * MEGABYTE).with(HostSignals.SWAPPED_IN, 0, pages);
    }

    @Test
    void othersMaySwap() {
        assertQuiet(firing().with(HostSignals.OWN_SWAP, 49 * MEGABYTE));
    }

    @Test
    void pressureOfTheContainerIsEnough() {
        assertThat(finding(quiet().with(CgroupSignals.MEMORY_PRESSURE, 0.01)).why())
                .contains("1 % of a minute");
    }
}
