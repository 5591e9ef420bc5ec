package org.millrace.bulk.writer.model;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;

/**
 * The roles and groups that policies name. Keycloak's import of settings leaves out those that it does not find, and says nothing:
 * who was to get in would stay out. It looks for them as {@code RolePolicyProviderFactory} and {@code GroupPolicyProviderFactory} do.
 */
final class PolicyParties {
    private static final String CONFIG = "authorizationSettings.policies.config.";

    /** The role that switching authorization services on gives a client. */
    private static final String MADE = "uma_protection";

    private final KeycloakSession session;
    private final RealmModel realm;
    private final @Nullable String clientId;
    private final boolean isNew;

    private PolicyParties(@Nullable String clientId, boolean isNew, ChunkSession within) {
        this.session = within.session();
        this.realm = within.realm();
        this.clientId = clientId;
        this.isNew = isNew;
    }

    /** For the policies of a client that is there. */
    static PolicyParties of(@Nullable String clientId, ChunkSession within) {
        return new PolicyParties(clientId, false, within);
    }

    /** For the policies of a client that is to be made. */
    static PolicyParties ofNew(@Nullable String clientId, ChunkSession within) {
        return new PolicyParties(clientId, true, within);
    }

    /** Objects to names that nobody has. */
    void check(PolicyRepresentation policy, Findings findings) {
        if ("role".equals(policy.getType())) {
            AuthorizationSettings.listed(policy, "roles", findings)
                    .forEach(role -> role(role.path("id").asText(), findings));
        } else if ("group".equals(policy.getType())) {
            AuthorizationSettings.listed(policy, "groups", findings).forEach(group -> group(group, findings));
        }
    }

    private void role(String name, Findings findings) {
        int slash = name.indexOf('/');
        String of = slash < 0 ? null : name.substring(0, slash);
        Violation unknown = Violation.of("unknown-role", CONFIG + "roles", "There is no role " + name);
        if (of == null) {
            if (realm.getRole(name) == null && realm.getRoleById(name) == null) {
                findings.object(unknown);
            }
        } else if (of.equals(clientId)) {
            own(name.substring(slash + 1), unknown, findings);
        } else {
            ClientModel client = realm.getClientByClientId(of);
            if (client == null) {
                // Nor does Keycloak leave that out.
                findings.reject(Violation.of("unknown-client", CONFIG + "roles", "There is no client " + of));
            } else if (client.getRole(name.substring(slash + 1)) == null) {
                findings.object(unknown);
            }
        }
    }

    /** A role of the client itself, which has none before it is made: to wait for one would be to wait for ever. */
    private void own(String name, Violation unknown, Findings findings) {
        ClientModel client = isNew ? null : realm.getClientByClientId(clientId);
        if (name.equals(MADE) || client != null && client.getRole(name) != null) {
            return;
        }
        if (isNew) {
            findings.warn(unknown);
        } else {
            findings.object(unknown);
        }
    }

    private void group(JsonNode group, Findings findings) {
        String id = group.path("id").asText(null);
        String path = group.path("path").asText("");
        if (id == null ? !isGroup(path) : realm.getGroupById(id) == null) {
            findings.object(
                    Violation.of("unknown-group", CONFIG + "groups", "There is no group " + (id == null ? path : id)));
        }
    }

    private boolean isGroup(String path) {
        @Nullable GroupModel group = null;
        for (String name : (path.startsWith("/") ? path.substring(1) : path).split("/")) {
            group = session.groups().getGroupByName(realm, group, name);
            if (group == null) {
                return false;
            }
        }
        return true;
    }
}
