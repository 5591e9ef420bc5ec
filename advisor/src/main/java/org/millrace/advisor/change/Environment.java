package org.millrace.advisor.change;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Variables for the shell that starts the server, or for a container. */
public final class Environment implements ChangeTarget {

    private static final String JAVA_OPTIONS = "JAVA_OPTS_APPEND";

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
            if (step.kind() == Step.Kind.JVM_OPTION) {
                out.append(javaOption(step)).append('\n');
            } else if (step.to() == null) {
                out.append("unset ").append(variable(step)).append('\n');
            } else {
                out.append("export ")
                        .append(variable(step))
                        .append('=')
                        .append(quoted(step.to()))
                        .append('\n');
            }
        }
        return out.toString();
    }

    /** The variable that an option or property can be set by. */
    static String variable(Step step) {
        String prefix = step.kind() == Step.Kind.PROPERTY ? "" : "KC_";
        return prefix + step.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** {@code -XX:Name=value}; what is set is added to whatever else is in the variable. */
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
