package org.millrace.bulk.entity.role;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.RoleRepresentation;

/**
 * Display key of a role.
 *
 * @param clientId of the client that it belongs to; null for a role of the realm
 */
record RoleName(@Nullable String clientId, String name) {
    /** The role in a message, such as {@code role "buyer" of client "shop"}. */
    String shown() {
        return "role \"" + name + "\"" + (clientId == null ? "" : " of client \"" + clientId + "\"");
    }

    /** The same at the start of a sentence. */
    String capitalized() {
        return "R" + shown().substring(1);
    }

    /** The names of the composites that a role has in an export or a call. */
    @SuppressWarnings("deprecation") // Old exports have composites of an application.
    static Set<RoleName> composites(RoleRepresentation role) {
        Set<RoleName> names = new LinkedHashSet<>();
        RoleRepresentation.Composites composites = role.getComposites();
        if (composites != null) {
            if (composites.getRealm() != null) {
                composites.getRealm().forEach(name -> names.add(new RoleName(null, name)));
            }
            // As exports named it before Keycloak 1.8.
            Map<String, List<String>> ofClients =
                    composites.getClient() == null ? composites.getApplication() : composites.getClient();
            if (ofClients != null) {
                ofClients.forEach(
                        (client, clientRoles) -> clientRoles.forEach(name -> names.add(new RoleName(client, name))));
            }
        }
        return names;
    }

    @Override
    public String toString() {
        return clientId == null ? name : name + " of client " + clientId;
    }
}
