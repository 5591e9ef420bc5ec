package org.millrace.advisor.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A setting as it is in force.
 *
 * @param value null if the setting exists and nobody has set it; {@link #MASK} in place of a secret
 * @param origin where the value comes from, for a human being: {@code keycloak.conf}, {@code default}
 */
public record Setting(SettingName name, @Nullable String value, String origin) {

    public static final String MASK = "*******";

    public Optional<String> text() {
        return Optional.ofNullable(value);
    }

    public boolean is(String other) {
        return other.equalsIgnoreCase(value);
    }
}
