package org.millrace.server.setting;

import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;

/**
 * A switch.
 *
 * @param standard the default value
 */
public record BooleanSetting(String name, boolean standard, String help) implements Setting {
    /** The configured value, or the default. */
    public boolean read(Config.Scope config) {
        return config.getBoolean(name, standard);
    }

    @Override
    public ProviderConfigProperty metadata() {
        return new ProviderConfigProperty(name, name, help, ProviderConfigProperty.BOOLEAN_TYPE, standard);
    }
}
