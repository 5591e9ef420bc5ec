package org.millrace.advisor.sampler.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.HostSettings;
import org.millrace.advisor.sampler.SettingSource;
import org.millrace.advisor.sampler.TextFile;

/** Settings of the machine, where it shows them. Files in memory: reading them does not block. */
public final class HostSettingSource implements SettingSource {

    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    private final Path sys;

    /** @param root of the file system; {@code /} unless in a test */
    public HostSettingSource(Path root) {
        this.sys = root.resolve("sys");
    }

    @Override
    public Collection<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        first("kernel/mm/transparent_hugepage/enabled")
                .map(CHOSEN::matcher)
                .filter(Matcher::find)
                .ifPresent(chosen -> settings.add(new Setting(HostSettings.HUGE_PAGES, chosen.group(1), "kernel")));
        first("devices/system/cpu/cpu0/cpufreq/scaling_governor")
                .ifPresent(governor -> settings.add(new Setting(HostSettings.CPU_GOVERNOR, governor, "kernel")));
        first("devices/system/cpu/cpu0/cpufreq/scaling_driver")
                .ifPresent(driver -> settings.add(new Setting(HostSettings.CPU_DRIVER, driver, "kernel")));
        first("class/dmi/id/product_name")
                .ifPresent(product -> settings.add(new Setting(HostSettings.PRODUCT, product, "firmware")));
        return settings;
    }

    private Optional<String> first(String file) {
        return new TextFile(sys.resolve(file))
                .lines()
                .filter(lines -> !lines.isEmpty())
                .map(lines -> lines.get(0).strip());
    }
}
