package org.millrace.server.setting;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;

/**
 * A text without a range of its own.
 *
 * @param standard the default value; null for none
 * @param isSecret whether the value must not be shown
 */
public record TextSetting(String name, @Nullable String standard, boolean isSecret, String help)
        implements DeclaredSetting {
    @Override
    public String provider() {
        return BULK_IMPORT;
    }

    /** A text that is absent unless it is set. */
    public static TextSetting optional(String name, String help) {
        return new TextSetting(name, null, false, help);
    }

    /** A text that must not be shown. */
    public static TextSetting secret(String name, String help) {
        return new TextSetting(name, null, true, help);
    }

    /** This setting of one key, queue or endpoint. */
    public TextSetting of(String instance) {
        return new TextSetting(name.replace(PLACEHOLDER, instance), standard, isSecret, help);
    }

    /** The configured value, or the default. */
    public Optional<String> read(Config.Scope config) {
        return Optional.ofNullable(config.get(name)).or(() -> Optional.ofNullable(standard));
    }

    @Override
    public ProviderConfigProperty metadata() {
        return new ProviderConfigProperty(
                name,
                name,
                help,
                isSecret ? ProviderConfigProperty.PASSWORD : ProviderConfigProperty.STRING_TYPE,
                standard,
                isSecret);
    }
}
