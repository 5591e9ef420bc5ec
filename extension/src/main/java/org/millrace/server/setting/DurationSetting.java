package org.millrace.server.setting;

import java.time.Duration;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.advisor.model.Spans;

/**
 * A period with its unit, such as {@code 30s} or {@code 5m}.
 *
 * @param standard the default value
 */
public record DurationSetting(String provider, String name, Duration standard, String help) implements DeclaredSetting {
    /** @throws IllegalArgumentException if the configured value is no period */
    public Duration read(Config.Scope config) {
        return given(config).map(this::parsed).orElse(standard);
    }

    private Duration parsed(String text) {
        try {
            return Spans.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid("'" + text + "'", "a number with a unit, such as 30s or 5m");
        }
    }

    @Override
    public ProviderConfigProperty metadata() {
        return new ProviderConfigProperty(
                name, name, help, ProviderConfigProperty.STRING_TYPE, standard.toSeconds() + "s");
    }
}
