package org.millrace.advisor.change;

import java.util.List;
import java.util.Set;
import org.millrace.advisor.model.Settings;

/** Lines for {@code conf/keycloak.conf}. */
public final class KeycloakConf implements ChangeTarget {

    private static final Set<Place> BEFORE = Set.of(Place.COMMAND_LINE, Place.KEYCLOAK_VARIABLE, Place.SYSTEM_PROPERTY);

    private final Settings settings;

    /** @param settings in force, for what is set where the file cannot change it */
    public KeycloakConf(Settings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "conf";
    }

    @Override
    public boolean takes(Step.Kind kind) {
        return kind == Step.Kind.OPTION || kind == Step.Kind.BUILD_OPTION;
    }

    @Override
    public String write(List<Step> steps) {
        StringBuilder out = new StringBuilder();
        for (Step step : steps) {
            Place.of(step, settings).filter(BEFORE::contains).ifPresent(place -> out.append(place.before("this file")));
            if (step.kind() == Step.Kind.BUILD_OPTION) {
                out.append("# kc.sh build reads this one:\n");
            }
            out.append(step.to() == null ? "# remove: " + step.name() : step.name() + "=" + escaped(step.to()))
                    .append('\n');
        }
        return out.toString();
    }

    /** The file is read as Java properties, with expressions. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("$", "\\$");
    }
}
