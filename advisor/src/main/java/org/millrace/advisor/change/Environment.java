package org.millrace.advisor.change;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.setting.KeycloakSettings;

/** Variables for the shell that starts the server, or for a container. */
public final class Environment implements ChangeTarget {

    private static final String JAVA_OPTIONS = "JAVA_OPTS_APPEND";

    /** What Keycloak takes a category for that it knows from a variable's name. */
    private static final Pattern GUESSED_BACK = Pattern.compile("[a-z0-9.]+");

    private final Settings settings;

    /** @param settings in force, for what is set where no variable can change it */
    public Environment(Settings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "env";
    }

    @Override
    public boolean takes(Step.Kind kind) {
        return switch (kind) {
            case OPTION, BUILD_OPTION, PROPERTY, JVM_OPTION -> true;
            default -> false;
        };
    }

    @Override
    public String write(List<Step> steps) {
        StringBuilder out = new StringBuilder();
        for (Step step : steps) {
            Optional<Place> place = Place.of(step, settings);
            place.filter(each -> isBefore(each, step)).ifPresent(each -> out.append(each.before("variables")));
            out.append(line(step, place)).append('\n');
        }
        return out.toString();
    }

    /** Variables of Keycloak's go before system properties, those of Quarkus do not. */
    private static boolean isBefore(Place place, Step step) {
        return place == Place.COMMAND_LINE || place == Place.SYSTEM_PROPERTY && step.kind() == Step.Kind.PROPERTY;
    }

    private static String line(Step step, Optional<Place> place) {
        if (step.kind() == Step.Kind.JVM_OPTION) {
            return javaOption(step);
        }
        return step.to() == null
                ? removed(step, place)
                : spelling(step) + "export " + variable(step) + "=" + quoted(step.to());
    }

    /** Categories have capitals, which variables do not keep: Keycloak asks another variable for the name (KCKEY_). */
    private static String spelling(Step step) {
        String name = step.name();
        boolean guessed = name.startsWith(KeycloakSettings.LOG_LEVEL_PREFIX)
                && !GUESSED_BACK
                        .matcher(name.substring(KeycloakSettings.LOG_LEVEL_PREFIX.length()))
                        .matches();
        return guessed ? "export KCKEY_" + variable(step).substring("KC_".length()) + "=" + quoted(name) + "\n" : "";
    }

    /** What a file sets is set, whether or not there is a variable. */
    private static String removed(Step step, Optional<Place> place) {
        return place.filter(each -> each == Place.KEYCLOAK_FILE || each == Place.QUARKUS_FILE)
                .map(file -> "# take " + step.name() + " out of " + file.label())
                .orElseGet(() -> "unset " + variable(step));
    }

    /** The variable that an option or property can be set by. */
    static String variable(Step step) {
        String prefix = step.kind() == Step.Kind.PROPERTY ? "" : "KC_";
        return prefix + step.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** {@code -XX:Name=value}, appended to the present value of the variable. */
    static String option(Step step, @Nullable String value) {
        return value == null ? step.name() : step.name() + "=" + value;
    }

    private static String javaOption(Step step) {
        return step.to() == null
                ? "# take " + option(step, step.from()) + " out of " + JAVA_OPTIONS
                : "export " + JAVA_OPTIONS + "=\"$" + JAVA_OPTIONS + " " + option(step, step.to()) + "\"";
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
