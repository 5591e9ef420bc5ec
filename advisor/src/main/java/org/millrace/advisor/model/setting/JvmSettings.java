package org.millrace.advisor.model.setting;

import java.util.Set;
import org.millrace.advisor.model.SettingName;

/** Of the Java process, as settings. */
public final class JvmSettings {

    /** The origin of an option that is not set. */
    public static final String DEFAULT = "default";

    /** The origins of options that are set: on the command line, or by {@code JAVA_TOOL_OPTIONS}. */
    public static final Set<String> SET = Set.of("vm creation", "environ var");

    public static final SettingName VERSION = new SettingName("jvm.version");

    /** Whether the options of Keycloak's start script are replaced. */
    public static final SettingName JAVA_OPTS = new SettingName("environment.JAVA_OPTS");

    public static final SettingName ACTIVE_PROCESSORS = option("ActiveProcessorCount");

    public static final SettingName ALWAYS_PRE_TOUCH = option("AlwaysPreTouch");

    public static final SettingName SERIAL_COLLECTOR = option("UseSerialGC");

    public static final SettingName INITIAL_HEAP = option("InitialHeapSize");

    public static final SettingName MAX_HEAP = option("MaxHeapSize");

    /** Of the memory limit: how large the heap may become where it has no size of its own. */
    public static final SettingName MAX_RAM_PERCENTAGE = option("MaxRAMPercentage");

    /** At which address a debugger may come in; without a value if none may. */
    public static final SettingName DEBUG_ADDRESS = new SettingName("jvm.debug.address");

    public static SettingName option(String name) {
        return new SettingName("jvm.option." + name);
    }

    private JvmSettings() {}
}
