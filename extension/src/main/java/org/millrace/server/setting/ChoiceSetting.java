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
public record ChoiceSetting<E extends Enum<E>>(String provider, String name, E standard, String help)
        implements DeclaredSetting {
    /** A choice of the bulk import. */
    public ChoiceSetting(String name, E standard, String help) {
        this(BULK_IMPORT, name, standard, help);
    }

    /** @throws IllegalArgumentException if the configured value is not one of the words */
    public E read(Config.Scope config) {
        String text = given(config).orElse(word(standard));
        if (!words().contains(text)) {
            throw invalid("'" + text + "'", "one of " + words());
        }
        return Enum.valueOf(standard.getDeclaringClass(), text.toUpperCase(Locale.ROOT));
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
