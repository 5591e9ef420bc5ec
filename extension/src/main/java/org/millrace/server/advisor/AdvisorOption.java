package org.millrace.server.advisor;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.advisor.model.Spans;
import org.millrace.advisor.sizing.Figure;

/**
 * Declaration of an option of the advisor: it reads, validates and describes the option.
 *
 * @param name without the prefix of the provider
 * @param type one of the types of {@link ProviderConfigProperty}
 * @param standard the default value
 * @param shown the default value as it would be configured; null for none
 * @param choices every allowed value; empty if the type has no such list
 * @param help the meaning and range
 * @param parse of a text without surrounding blanks; throws {@link IllegalArgumentException} with the range
 */
record AdvisorOption<T>(
        String name,
        String type,
        T standard,
        @Nullable Object shown,
        List<String> choices,
        String help,
        Function<String, T> parse) {

    static AdvisorOption<Boolean> bool(String name, boolean standard, String help) {
        return new AdvisorOption<>(
                name,
                ProviderConfigProperty.BOOLEAN_TYPE,
                standard,
                standard,
                List.of(),
                help,
                AdvisorOption::trueOrFalse);
    }

    static AdvisorOption<Integer> whole(String name, int least, int most, int standard, String help) {
        return new AdvisorOption<>(
                name,
                ProviderConfigProperty.INTEGER_TYPE,
                standard,
                standard,
                List.of(),
                help + " Range: " + least + " to " + most + ".",
                text -> whole(text, least, most));
    }

    /** A number from 0, with decimals or without, that is absent unless it is set. */
    static AdvisorOption<OptionalDouble> number(String name, double most, String help) {
        return number(name, most, null, help);
    }

    /** @param shown the value that applies while the option is not set; null for none */
    static AdvisorOption<OptionalDouble> number(String name, double most, @Nullable Double shown, String help) {
        return new AdvisorOption<>(
                name,
                ProviderConfigProperty.NUMBER_TYPE,
                OptionalDouble.empty(),
                shown,
                List.of(),
                help + " Range: 0 to " + Figure.plain(most) + ".",
                text -> number(text, most));
    }

    /** A number from 1 without decimals that is absent unless it is set. */
    static AdvisorOption<OptionalDouble> count(String name, int most, String help) {
        return new AdvisorOption<>(
                name,
                ProviderConfigProperty.INTEGER_TYPE,
                OptionalDouble.empty(),
                null,
                List.of(),
                help + " Range: 1 to " + most + ".",
                text -> count(text, most));
    }

    static AdvisorOption<Duration> duration(String name, Duration standard, String help) {
        return new AdvisorOption<>(
                name,
                ProviderConfigProperty.STRING_TYPE,
                standard,
                standard.toSeconds() + "s",
                List.of(),
                help,
                Spans::parse);
    }

    static <E extends Enum<E>> AdvisorOption<E> choice(String name, E standard, String help) {
        List<String> words = Stream.of(standard.getDeclaringClass().getEnumConstants())
                .map(AdvisorOption::word)
                .toList();
        return new AdvisorOption<>(
                name,
                ProviderConfigProperty.LIST_TYPE,
                standard,
                word(standard),
                words,
                help,
                text -> choice(text, words, standard.getDeclaringClass()));
    }

    /** @throws IllegalArgumentException naming the option, its value and what it may be */
    T read(Config.Scope scope) {
        @Nullable String text = scope.get(name);
        if (text == null || text.isBlank()) {
            return standard;
        }
        try {
            return parse.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Option " + AdvisorOptions.PREFIX + name + ": " + e.getMessage(), e);
        }
    }

    /** The declaration in Keycloak's form. */
    ProviderConfigProperty metadata() {
        ProviderConfigProperty property = new ProviderConfigProperty(name, name, help, type, shown);
        if (!choices.isEmpty()) {
            property.setOptions(choices);
        }
        return property;
    }

    private static Boolean trueOrFalse(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("\"" + text + "\" is neither true nor false");
        }
        return text.equals("true");
    }

    private static Integer whole(String text, int least, int most) {
        int value = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from " + least + " to " + most);
        }
        return value;
    }

    private static OptionalDouble number(String text, double most) {
        double value = text.matches("\\d{1,15}(\\.\\d{1,9})?") ? Double.parseDouble(text) : -1;
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from 0 to " + Figure.plain(most));
        }
        return OptionalDouble.of(value);
    }

    private static OptionalDouble count(String text, int most) {
        int value = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number from 1 to " + most);
        }
        return OptionalDouble.of(value);
    }

    private static <E extends Enum<E>> E choice(String text, List<String> words, Class<E> type) {
        if (!words.contains(text)) {
            throw new IllegalArgumentException("\"" + text + "\" is not one of " + String.join(", ", words));
        }
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
