package org.millrace.server.setting;

import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;

/**
 * A whole number. The unit is part of the name.
 *
 * @param standard the default value
 * @param least the smallest value that can be set
 * @param greatest the largest value that can be set
 */
public record NumberSetting(String name, long standard, long least, long greatest, String help) implements Setting {
    /** @throws IllegalArgumentException if the configured value is out of range */
    public long read(Config.Scope config) {
        return read(config, standard);
    }

    /**
     * Reads a setting whose default value depends on another one.
     *
     * @param fallback the value if the setting is absent
     * @throws IllegalArgumentException if the configured value is out of range
     */
    public long read(Config.Scope config, long fallback) {
        Long value = config.getLong(name, fallback);
        if (value == null || value < least || value > greatest) {
            throw new IllegalArgumentException(
                    "bulk-import setting " + name + " is " + value + "; it must be " + least + " to " + greatest);
        }
        return value;
    }

    /** @throws IllegalArgumentException if the configured value is out of range */
    public int readInt(Config.Scope config) {
        return Math.toIntExact(read(config));
    }

    @Override
    public ProviderConfigProperty metadata() {
        String range = greatest == Long.MAX_VALUE ? least + " or more" : least + " to " + greatest;
        return new ProviderConfigProperty(
                name, name, help + " Range: " + range + ".", ProviderConfigProperty.INTEGER_TYPE, standard);
    }
}
