package org.millrace.advisor.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.analysis.Figures;

/**
 * The server that a report describes: versions, size and uptime. Immutable.
 *
 * @param facts by their labels, in the order of the report; what is not known is absent
 * @param settings in force, from which the forms of a change are written
 */
public record ServerContext(Map<String, String> facts, Settings settings) {

    /** Nothing is known. */
    public static final ServerContext NONE = new ServerContext(Map.of(), Settings.NONE);

    private static final List<String> LABELS =
            List.of("Keycloak", "Java", "PostgreSQL", "Millrace", "CPU", "Memory", "Heap", "Cluster", "Uptime");

    /** Docker and Kubernetes set a limit near the largest number where there is none. */
    private static final double LARGEST_LIMIT = 1e15;

    public ServerContext {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** @param millrace version of Millrace; empty if it is not known */
    public static ServerContext of(Window window, String millrace) {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "Keycloak", text(window, KeycloakSettings.VERSION));
        put(facts, "Java", System.getProperty("java.version", ""));
        put(facts, "PostgreSQL", text(window, PostgresSettings.SERVER_VERSION).replaceFirst(" .*", ""));
        put(facts, "Millrace", millrace);
        first(window, CgroupSignals.CPU_QUOTA, JvmSignals.PROCESSORS)
                .ifPresent(cores -> facts.put("CPU", Quantity.of(cores, "cores")));
        memory(window).ifPresent(bytes -> facts.put("Memory", Figures.bytes(bytes)));
        first(window, JvmSignals.HEAP_MAX).ifPresent(bytes -> facts.put("Heap", "up to " + Figures.bytes(bytes)));
        first(window, ClusterSignals.SIZE).ifPresent(nodes -> facts.put("Cluster", Quantity.of(nodes, "nodes")));
        first(window, JvmSignals.UPTIME).ifPresent(seconds -> facts.put("Uptime", Figures.time(seconds)));
        return new ServerContext(facts, window.settings());
    }

    /** The facts by their names in JSON. */
    public Map<String, String> json() {
        Map<String, String> json = new LinkedHashMap<>();
        facts.forEach((label, value) -> json.put(key(label), value));
        return json;
    }

    /** What another node has written as JSON, in the order of the report; names that are not known are left out. */
    public static ServerContext ofJson(Map<String, String> json) {
        Map<String, String> facts = new LinkedHashMap<>();
        LABELS.forEach(label -> put(facts, label, json.getOrDefault(key(label), "")));
        return new ServerContext(facts, Settings.NONE);
    }

    private static String key(String label) {
        return label.toLowerCase(Locale.ROOT);
    }

    private static OptionalDouble memory(Window window) {
        OptionalDouble limit = window.latestIfKnown(CgroupSignals.MEMORY_LIMIT);
        return limit.isPresent() && limit.getAsDouble() < LARGEST_LIMIT
                ? limit
                : window.latestIfKnown(HostSignals.MEMORY_TOTAL);
    }

    private static OptionalDouble first(Window window, Signal... signals) {
        for (Signal signal : signals) {
            OptionalDouble value = window.latestIfKnown(signal);
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }

    private static String text(Window window, SettingName name) {
        return window.settings().find(name).flatMap(Setting::text).orElse("");
    }

    private static void put(Map<String, String> facts, String label, String value) {
        if (!value.isEmpty()) {
            facts.put(label, value);
        }
    }
}
