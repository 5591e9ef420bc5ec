package org.millrace.server.advisor.sampler;

import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.keycloak.quarkus.runtime.configuration.mappers.PropertyMapper;
import org.keycloak.quarkus.runtime.configuration.mappers.PropertyMappers;

/** Variables of the environment that look like options of Keycloak and are none: Keycloak itself says nothing about them. */
final class UnreadVariables {

    private static final String PREFIX = "KC_";

    /** Options of providers have any name; the others Keycloak, its scripts and its command line clients read by themselves. */
    private static final Pattern NO_OPTION = Pattern.compile("KC_(SPI_.*|DEBUG(_.*)?|RUN_IN_CONTAINER|HOME(_DIR)?|OPTS"
            + "|CONFIG_FILE|PROFILE|VERBOSE|DRY_RUN(_BUILD)?|SERVICE_PASSWORD|HOSTNAME_URL|(ACCOUNT|ADMIN)_VITE_URL"
            + "|CLI_(CLIENT_SECRET|EDITOR|(KEY_|STORE_|TRUSTSTORE_)?PASSWORD))");

    /** What Kubernetes sets in each pod for a service that is called kc or begins so. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("KC_(.*_)?(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_\\d+_(TCP|UDP|SCTP)(_.*)?)?)");

    private UnreadVariables() {}

    static SortedSet<String> in(Collection<String> environment) {
        Set<String> known = Stream.of(
                        PropertyMappers.getMappers(),
                        PropertyMappers.getWildcardMappers(),
                        PropertyMappers.getDisabledMappers().values())
                .flatMap(Collection::stream)
                .map(PropertyMapper::getEnvVarFormat)
                .collect(Collectors.toSet());
        return environment.stream()
                .filter(variable -> isUnread(variable, known))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** @param known as Keycloak writes them, a name of one's own choice between angle brackets */
    static boolean isUnread(String variable, Set<String> known) {
        return variable.startsWith(PREFIX)
                && !NO_OPTION.matcher(variable).matches()
                && known.stream().noneMatch(each -> matches(each, variable))
                && !OF_A_SERVICE.matcher(variable).matches();
    }

    private static boolean matches(String known, String variable) {
        int chosen = known.indexOf('<');
        return chosen < 0 ? known.equals(variable) : variable.startsWith(known.substring(0, chosen));
    }
}
