package org.millrace.advisor.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A setting as it is in force.
 *
 * @param value null if the setting exists but is not set; {@link #MASK} in place of a secret
 * @param origin source of the value, as displayed: {@code keycloak.conf}, {@code default}
 */
public record Setting(SettingName name, @Nullable String value, String origin) {

    public static final String MASK = "*******";

    public Optional<String> text() {
        return Optional.ofNullable(value);
    }

    /** Empty if there is no value, or one that does not begin with a number; {@code 16384 8kB} is 16384. */
    public OptionalDouble number() {
        if (value == null) {
            return OptionalDouble.empty();
        }
        String first = value.strip().split("\\s", 2)[0];
        return first.matches("-?\\d+(\\.\\d+)?")
                ? OptionalDouble.of(Double.parseDouble(first))
                : OptionalDouble.empty();
    }

    /** The elements of a value separated by commas; none without a value. */
    public List<String> names() {
        return value == null
                ? List.of()
                : Stream.of(value.split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList();
    }

    public boolean is(String other) {
        return other.equalsIgnoreCase(value);
    }
}
