package org.millrace.server.setting;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;

/**
 * One constant of an enumeration, written in lower case.
 *
 * @param standard the default value
 */
public record ChoiceSetting<E extends Enum<E>>(String name, E standard, String help) implements Setting {
    /** @throws IllegalArgumentException if the configured value is not one of the words */
    public E read(Config.Scope config) {
        String value = config.get(name, word(standard));
        if (!words().contains(value)) {
            throw new IllegalArgumentException(
                    "bulk-import setting " + name + " is '" + value + "'; it must be one of " + words());
        }
        return Enum.valueOf(standard.getDeclaringClass(), value.toUpperCase(Locale.ROOT));
    }

    private List<String> words() {
        return Stream.of(standard.getDeclaringClass().getEnumConstants())
                .map(ChoiceSetting::word)
                .toList();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public ProviderConfigProperty metadata() {
        ProviderConfigProperty property =
                new ProviderConfigProperty(name, name, help, ProviderConfigProperty.LIST_TYPE, word(standard));
        property.setOptions(words());
        return property;
    }
}
