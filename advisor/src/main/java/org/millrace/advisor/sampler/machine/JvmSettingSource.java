package org.millrace.advisor.sampler.machine;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.JvmSettings;
import org.millrace.advisor.sampler.SettingSource;

/** The JVM options that rules need: other options of the command line may hold secrets. */
public final class JvmSettingSource implements SettingSource {

    private static final List<String> OPTIONS = List.of(
            "ActiveProcessorCount",
            "AlwaysPreTouch",
            "InitialHeapSize",
            "InitialRAMPercentage",
            "MaxHeapSize",
            "MaxMetaspaceSize",
            "MaxRAMPercentage",
            "UseG1GC",
            "UseSerialGC",
            "UseZGC");

    private static final Pattern ADDRESS = Pattern.compile("address=([^,]+)");

    private final List<String> arguments;
    private final Map<String, String> environment;
    private @Nullable Collection<Setting> settings;

    public JvmSettingSource() {
        this(ManagementFactory.getRuntimeMXBean().getInputArguments(), System.getenv());
    }

    JvmSettingSource(List<String> arguments, Map<String, String> environment) {
        this.arguments = List.copyOf(arguments);
        this.environment = Map.copyOf(environment);
    }

    /** They cannot change while the JVM runs. */
    @Override
    public Collection<Setting> settings() {
        if (settings == null) {
            settings = read();
        }
        return settings;
    }

    private Collection<Setting> read() {
        List<Setting> read = new ArrayList<>();
        read.add(new Setting(
                JvmSettings.VERSION, Integer.toString(Runtime.version().feature()), "JVM"));
        read.add(new Setting(
                JvmSettings.JAVA_OPTS, environment.containsKey("JAVA_OPTS") ? Setting.MASK : null, "environment"));
        read.add(new Setting(JvmSettings.DEBUG_ADDRESS, debugAddress().orElse(null), "command line"));
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (machine != null) {
            OPTIONS.forEach(name -> option(machine, name).ifPresent(read::add));
        }
        return List.copyOf(read);
    }

    private Optional<String> debugAddress() {
        return arguments.stream()
                .filter(argument -> argument.startsWith("-agentlib:jdwp") || argument.startsWith("-Xrunjdwp"))
                .map(ADDRESS::matcher)
                .map(address -> address.find() ? address.group(1) : "of its own choice")
                .findFirst();
    }

    private static Optional<Setting> option(HotSpotDiagnosticMXBean machine, String name) {
        try {
            VMOption option = machine.getVMOption(name);
            String origin = option.getOrigin().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            return Optional.of(new Setting(JvmSettings.option(name), option.getValue(), origin));
        } catch (IllegalArgumentException unknownToThisJvm) {
            return Optional.empty();
        }
    }
}
