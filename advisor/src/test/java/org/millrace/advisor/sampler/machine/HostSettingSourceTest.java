package org.millrace.advisor.sampler.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.HostSettings;

class HostSettingSourceTest {

    @TempDir
    private Path root;

    @Test
    void readsGovernorAndDriverOfTheFrequency() throws IOException {
        Path frequency = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu0/cpufreq"));
        Files.writeString(frequency.resolve("scaling_governor"), "powersave\n");
        Files.writeString(frequency.resolve("scaling_driver"), "intel_pstate\n");

        assertThat(new HostSettingSource(root).settings())
                .containsExactly(
                        new Setting(HostSettings.CPU_GOVERNOR, "powersave", "kernel"),
                        new Setting(HostSettings.CPU_DRIVER, "intel_pstate", "kernel"));
    }

    @Test
    void withoutSysNothingIsKnown() {
        assertThat(new HostSettingSource(root).settings()).isEmpty();
    }
}
