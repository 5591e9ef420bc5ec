package org.millrace.advisor.sampler.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sampler.Readings;

class JvmSamplerTest {

    @Test
    void readsThisProcess() {
        Readings readings = new Readings();

        new JvmSampler().sample(readings);

        assertThat(readings.values())
                .containsKeys(JvmSignals.GC_PAUSES, JvmSignals.CPU_TIME)
                .hasEntrySatisfying(
                        JvmSignals.UPTIME, seconds -> assertThat(seconds).isPositive())
                .hasEntrySatisfying(
                        JvmSignals.HEAP_USED, bytes -> assertThat(bytes).isPositive())
                .containsEntry(
                        JvmSignals.PROCESSORS, (double) Runtime.getRuntime().availableProcessors());
    }
}
