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
public record NumberSetting(String provider, String name, long standard, long least, long greatest, String help)
        implements DeclaredSetting {
    /** A number of the bulk import. */
    public NumberSetting(String name, long standard, long least, long greatest, String help) {
        this(BULK_IMPORT, name, standard, least, greatest, help);
    }

    /** @throws IllegalArgumentException if the configured value is no whole number or out of range */
    public long read(Config.Scope config) {
        return read(config, standard);
    }

    /**
     * Reads a setting whose default value depends on another one.
     *
     * @param fallback the value if the setting is absent
     * @throws IllegalArgumentException if the configured value is no whole number or out of range
     */
    public long read(Config.Scope config, long fallback) {
        return given(config).map(this::parsed).orElse(fallback);
    }

    private long parsed(String text) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw invalid("'" + text + "'", range());
        }
        if (value < least || value > greatest) {
            throw invalid(text, range());
        }
        return value;
    }

    private String range() {
        return greatest == Long.MAX_VALUE ? least + " or more" : least + " to " + greatest;
    }

    /** @throws IllegalArgumentException if the configured value is no whole number or out of range */
    public int readInt(Config.Scope config) {
        return Math.toIntExact(read(config));
    }

    @Override
    public ProviderConfigProperty metadata() {
        return new ProviderConfigProperty(
                name, name, help + " Range: " + range() + ".", ProviderConfigProperty.INTEGER_TYPE, standard);
    }
}
