package org.millrace.advisor.effect;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.setting.PostgresSettings;

/**
 * A change of one setting that a finding has proposed. Immutable.
 *
 * @param rule id of the rule of the finding
 * @param title of the rule
 * @param step the proposed change
 * @param at last time of the proposal
 */
public record Advice(String rule, String title, Step step, Instant at) {

    /** Numbers with the units of PostgreSQL: {@code 20}, {@code 4GB}, {@code 16384 8kB}. */
    private static final Pattern AMOUNT = Pattern.compile("(-?\\d+(?:\\.\\d+)?) ?(B|kB|8kB|16kB|MB|GB|TB|ms|s|min)?");

    private static final double KIBIBYTE = 1024;

    /** In bytes or milliseconds. */
    private static final Map<String, Double> UNITS = Map.of(
            "B",
            1.0,
            "kB",
            KIBIBYTE,
            "8kB",
            8 * KIBIBYTE,
            "16kB",
            16 * KIBIBYTE,
            "MB",
            KIBIBYTE * KIBIBYTE,
            "GB",
            KIBIBYTE * KIBIBYTE * KIBIBYTE,
            "TB",
            KIBIBYTE * KIBIBYTE * KIBIBYTE * KIBIBYTE,
            "ms",
            1.0,
            "s",
            1000.0,
            "min",
            60_000.0);

    /** Name of the setting that the step changes; empty if its value is not among the settings. */
    public static Optional<String> setting(Step step) {
        return switch (step.kind()) {
            case OPTION, BUILD_OPTION, PROPERTY -> Optional.of(step.name());
            case POSTGRES, DATABASE_PARAMETER -> Optional.of(PostgresSettings.PREFIX + step.name());
            default -> Optional.empty();
        };
    }

    /** Whether an observed change has the proposed value, or a value in the direction of it. */
    boolean isFollowedBy(@Nullable String from, @Nullable String to) {
        @Nullable String proposed = step.to();
        if (proposed == null || to == null) {
            return Objects.equals(proposed, to);
        }
        OptionalDouble target = amount(proposed);
        OptionalDouble after = amount(to);
        OptionalDouble before = amount(from == null ? Objects.requireNonNullElse(step.from(), "") : from);
        if (target.isEmpty() || after.isEmpty() || before.isEmpty()) {
            return proposed.equals(to) || target.isPresent() && target.equals(after);
        }
        double wanted = Math.signum(target.getAsDouble() - before.getAsDouble());
        return wanted == Math.signum(after.getAsDouble() - before.getAsDouble());
    }

    private static OptionalDouble amount(String value) {
        Matcher amount = AMOUNT.matcher(value);
        if (!amount.matches()) {
            return OptionalDouble.empty();
        }
        double factor = amount.group(2) == null ? 1 : Objects.requireNonNull(UNITS.get(amount.group(2)));
        return OptionalDouble.of(Double.parseDouble(amount.group(1)) * factor);
    }

    /** Back to the value in force when it was proposed; an option that was not set is unset. */
    public Step revert() {
        return new Step(step.kind(), step.name(), step.to(), step.from());
    }

    boolean isSameAs(Advice other) {
        return rule.equals(other.rule) && step.equals(other.step);
    }
}
