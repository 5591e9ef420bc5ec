package org.millrace.server.advisor.sampler;

import io.quarkus.vertx.http.runtime.VertxHttpBuildTimeConfig;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.SmallRyeConfig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;
import org.keycloak.quarkus.runtime.configuration.QuarkusPropertiesConfigSource;
import org.keycloak.quarkus.runtime.configuration.mappers.PropertyMapper;
import org.keycloak.quarkus.runtime.configuration.mappers.PropertyMappers;

/**
 * Configured keys that have no effect in this version, or are overridden: neither Keycloak nor Quarkus reports them. Their
 * values, which may be secret, are compared and not kept.
 */
final class UnreadKeys {

    private static final String PREFIX = "quarkus.http.";

    /** Known, but Keycloak makes the pool of request threads itself. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("quarkus.vertx.worker-pool-size");

    private static final List<String> OPERATORS =
            List.of("EnvConfigSource", "SysPropConfigSource", QuarkusPropertiesConfigSource.NAME);

    private UnreadKeys() {}

    static NavigableSet<String> in(SmallRyeConfig config) {
        Set<String> known = new HashSet<>(names(VertxHttpConfig.class));
        known.addAll(names(VertxHttpBuildTimeConfig.class));
        Map<String, String> mapped = mapped();
        NavigableSet<String> unread =
                new TreeSet<>(UnreadVariables.in(System.getenv().keySet()));
        for (ConfigSource source : config.getConfigSources()) {
            if (isOfAnOperator(source)) {
                source.getPropertyNames().stream()
                        .filter(name -> isUnread(name, known)
                                || isOverridden(source.getValue(name), mapped.get(flat(name)), config))
                        .forEach(unread::add);
            }
        }
        return unread;
    }

    /** The keys that options of Keycloak stand for, by what is left of their names in the environment. */
    private static Map<String, String> mapped() {
        Map<String, String> mapped = new HashMap<>();
        for (PropertyMapper<?> mapper : PropertyMappers.getMappers()) {
            @Nullable String key = mapper.getTo();
            if (key != null && key.startsWith("quarkus.") && !key.contains("<")) {
                mapped.put(flat(key), key);
            }
        }
        return mapped;
    }

    private static boolean isOverridden(@Nullable String value, @Nullable String key, SmallRyeConfig config) {
        return key != null && value != null && isOverridden(value, config.getConfigValue(key));
    }

    /**
     * Whether something else is in force, as an option of Keycloak's for the same thing.
     *
     * @param written as its source has it, with expressions that are not expanded
     */
    static boolean isOverridden(String written, ConfigValue inForce) {
        return !written.equals(inForce.getValue()) && !written.equals(inForce.getRawValue());
    }

    /** Environment, system properties, {@code conf/quarkus.properties}; all others are derived from these or defaults. */
    static boolean isOfAnOperator(ConfigSource source) {
        return OPERATORS.stream().anyMatch(source.getName()::contains);
    }

    private static Set<String> names(Class<?> mapping) {
        return ConfigMappings.getProperties(ConfigMappings.ConfigClass.configClass(mapping))
                .keySet();
    }

    static boolean isUnread(String name, Set<String> known) {
        String flat = flat(name);
        return WITHOUT_EFFECT.stream().anyMatch(each -> flat(each).equals(flat))
                || flat.startsWith(flat(PREFIX)) && known.stream().noneMatch(each -> matches(flat(each), flat));
    }

    /** In place of an asterisk any name may stand. */
    private static boolean matches(String known, String flat) {
        if (!known.contains("*")) {
            return known.equals(flat);
        }
        int at = 0;
        for (String part : known.split("\\*+")) {
            int found = flat.indexOf(part, at);
            if (found < 0 || at == 0 && found > 0) {
                return false;
            }
            at = found + part.length();
        }
        return true;
    }

    /** Names of environment variables lose their dots and hyphens, and a source may guess them back wrongly. */
    private static String flat(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9*]", "_");
    }
}
