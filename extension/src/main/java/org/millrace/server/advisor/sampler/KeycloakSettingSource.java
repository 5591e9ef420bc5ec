package org.millrace.server.advisor.sampler;

import io.smallrye.config.ConfigValue;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.Profile;
import org.keycloak.common.Version;
import org.keycloak.quarkus.runtime.Environment;
import org.keycloak.quarkus.runtime.configuration.Configuration;
import org.keycloak.quarkus.runtime.configuration.KeycloakConfigSourceProvider;
import org.keycloak.quarkus.runtime.configuration.mappers.PropertyMapper;
import org.keycloak.quarkus.runtime.configuration.mappers.PropertyMappers;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.sampler.SettingSource;

/** Keycloak's options as they are in force. They cannot change while the server runs, so they are read once. */
public final class KeycloakSettingSource implements SettingSource {

    private static final String PREFIX = "kc.";

    private static final List<SettingName> OF_PROVIDERS =
            List.of(KeycloakSettings.ASYNC_COMMIT, KeycloakSettings.ARGON2_MEMORY, KeycloakSettings.ARGON2_CPU_CORES);

    private @Nullable Collection<Setting> settings;

    @Override
    public Collection<Setting> settings() {
        if (settings == null) {
            settings = read();
        }
        return settings;
    }

    private static Collection<Setting> read() {
        Map<String, Setting> read = new TreeMap<>();
        for (PropertyMapper<?> mapper : PropertyMappers.getMappers()) {
            String option = mapper.getFrom();
            if (option.startsWith(PREFIX) && !option.contains("<")) {
                String name = option.substring(PREFIX.length());
                read.computeIfAbsent(name, each -> setting(each, mapper));
            }
        }
        addLevels(read);
        addFacts(read);
        return read.values();
    }

    /** Levels of single categories: the option name contains the category, so only configured options are listed. */
    private static void addLevels(Map<String, Setting> read) {
        for (String property : Configuration.getPropertyNames()) {
            if (property.startsWith(PREFIX + KeycloakSettings.LOG_LEVEL_PREFIX)) {
                String name = property.substring(PREFIX.length());
                @Nullable ConfigValue found = Configuration.getKcConfigValue(name);
                if (found != null && found.getValue() != null) {
                    // A level is never secret, even if the name of its category looks like one.
                    put(read, new SettingName(name), found.getValue(), origin(found));
                }
            }
        }
    }

    /** What the server knows of itself, and options of providers, which no mapper lists. */
    private static void addFacts(Map<String, Setting> read) {
        put(read, KeycloakSettings.VERSION, Version.VERSION, "server");
        put(read, KeycloakSettings.PROFILE, Environment.isDevProfile() ? "dev" : "prod", "server");
        put(
                read,
                KeycloakSettings.PERSISTENT_SESSIONS,
                Boolean.toString(Profile.isFeatureEnabled(Profile.Feature.PERSISTENT_USER_SESSIONS)),
                "server");
        for (SettingName option : OF_PROVIDERS) {
            @Nullable ConfigValue found = Configuration.getKcConfigValue(option.name());
            put(
                    read,
                    option,
                    found == null ? null : found.getValue(),
                    found == null || found.getValue() == null ? "unset" : origin(found));
        }
    }

    private static void put(Map<String, Setting> read, SettingName name, @Nullable String value, String origin) {
        read.put(name.name(), new Setting(name, value, origin));
    }

    private static Setting setting(String name, PropertyMapper<?> mapper) {
        @Nullable ConfigValue found = Configuration.getKcConfigValue(name);
        if (found == null || found.getValue() == null || found.getValue().isBlank()) {
            return new Setting(new SettingName(name), null, "unset");
        }
        String masked = PropertyMappers.maskValue(found.getValue(), found.getSourceName(), mapper);
        return new Setting(new SettingName(name), SecretMask.mask(name, masked), origin(found));
    }

    private static String origin(ConfigValue value) {
        String source = KeycloakConfigSourceProvider.getConfigSourceDisplayName(value.getSourceName());
        // Options fixed at build time have the origin of defaults, although they may have been configured.
        return !Configuration.isUserModifiable(value) && !source.equals("Persisted") ? "default" : source;
    }
}
