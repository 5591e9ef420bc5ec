package org.millrace.advisor.sampler.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.sampler.Readings;

class HostSamplerTest {

    @TempDir
    private Path root;

    @Test
    void readsMemoryLoadAndProcessorTime() throws IOException {
        Path proc = Files.createDirectories(root.resolve("proc"));
        Files.writeString(
                proc.resolve("meminfo"),
                "MemTotal: 1000 kB\nMemAvailable: 400 kB\nSwapTotal: 100 kB\nSwapFree: 75 kB\n");
        Files.writeString(proc.resolve("loadavg"), "2.50 1.00 0.50 1/100 4711\n");
        Files.writeString(proc.resolve("stat"), "cpu  10 20 30 40 50 60 70 80 9 9\ncpu0 1 2 3\n");

        Readings readings = sample();

        assertThat(readings.values())
                .containsEntry(HostSignals.MEMORY_TOTAL, 1024000.0)
                .containsEntry(HostSignals.MEMORY_AVAILABLE, 409600.0)
                .containsEntry(HostSignals.SWAP_USED, 25600.0)
                .containsEntry(HostSignals.LOAD, 2.5)
                .containsEntry(HostSignals.CPU_TICKS, 360.0)
                .containsEntry(HostSignals.STOLEN_TICKS, 80.0)
                .containsEntry(HostSignals.WANTED_TICKS, 270.0);
    }

    @Test
    void withoutProcEverythingIsAbsent() {
        assertThat(sample().values()).isEmpty();
    }

    private Readings sample() {
        Readings readings = new Readings();
        new HostSampler(root).sample(readings);
        return readings;
    }
}
