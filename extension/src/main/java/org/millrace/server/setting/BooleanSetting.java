package org.millrace.server.setting;

import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;

/**
 * A switch.
 *
 * @param standard the default value
 */
public record BooleanSetting(String provider, String name, boolean standard, String help) implements DeclaredSetting {
    /** A switch of the bulk import. */
    public BooleanSetting(String name, boolean standard, String help) {
        this(BULK_IMPORT, name, standard, help);
    }

    /**
     * The configured value, or the default.
     *
     * @throws IllegalArgumentException if the configured value is neither {@code true} nor {@code false}
     */
    public boolean read(Config.Scope config) {
        String text = given(config).orElse(String.valueOf(standard));
        if (!text.equals("true") && !text.equals("false")) {
            throw invalid("'" + text + "'", "true or false");
        }
        return text.equals("true");
    }

    @Override
    public ProviderConfigProperty metadata() {
        return new ProviderConfigProperty(name, name, help, ProviderConfigProperty.BOOLEAN_TYPE, standard);
    }
}
