package org.millrace.advisor.change;

import java.util.Arrays;
import java.util.Optional;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;

/** Where an option of Keycloak's or a property of Quarkus is set: what is set in one place hides what others say. */
enum Place {
    COMMAND_LINE("CLI", "the command line"),
    KEYCLOAK_VARIABLE("ENV", "an environment variable"),
    SYSTEM_PROPERTY("SysPropConfigSource", "a system property"),
    /** Shown by its own name, which need not be {@code keycloak.conf}. */
    KEYCLOAK_FILE(".conf", "Keycloak's configuration file"),
    QUARKUS_FILE("quarkus.properties", "conf/quarkus.properties");

    /** As settings have it, in Keycloak's and SmallRye's words. */
    private final String origin;

    private final String label;

    Place(String origin, String label) {
        this.origin = origin;
        this.label = label;
    }

    /** Empty if it is set nowhere, or where nothing is known of. */
    static Optional<Place> of(Step step, Settings settings) {
        return settings.find(new SettingName(step.name()))
                .flatMap(setting -> Arrays.stream(values())
                        .filter(place -> place.isOf(setting.origin()))
                        .findFirst());
    }

    private boolean isOf(String shown) {
        return this == KEYCLOAK_FILE ? shown.endsWith(origin) : shown.equals(origin);
    }

    /** For people. */
    String label() {
        return label;
    }

    /** A comment in a line of its own: the statements of this target have no effect there. */
    String before(String target) {
        return "# set by " + label + " now, which goes before " + target + ": change it there\n";
    }
}
