package org.millrace.bulk.writer.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;

/**
 * The roles and groups that policies name. Keycloak's import of settings leaves out those that it does not find, and says nothing:
 * who was to get in would stay out. It looks for them as {@code RolePolicyProviderFactory} and {@code GroupPolicyProviderFactory} do.
 */
final class PolicyParties {
    private static final String CONFIG = "authorizationSettings.policies.config.";

    private final KeycloakSession session;
    private final RealmModel realm;

    PolicyParties(ChunkSession within) {
        this.session = within.session();
        this.realm = within.realm();
    }

    /** Objects to names that nobody has. */
    void check(PolicyRepresentation policy, Findings findings) {
        if ("role".equals(policy.getType())) {
            for (JsonNode role : listed(policy, "roles", findings)) {
                String name = role.path("id").asText();
                if (!isRole(name)) {
                    findings.object(Violation.of("unknown-role", CONFIG + "roles", "There is no role " + name));
                }
            }
        } else if ("group".equals(policy.getType())) {
            for (JsonNode group : listed(policy, "groups", findings)) {
                String id = group.path("id").asText(null);
                String path = group.path("path").asText("");
                if (id == null ? !isGroup(path) : realm.getGroupById(id) == null) {
                    findings.object(Violation.of(
                            "unknown-group", CONFIG + "groups", "There is no group " + (id == null ? path : id)));
                }
            }
        }
    }

    private static JsonNode listed(PolicyRepresentation policy, String kind, Findings findings) {
        String list = policy.getConfig().get(kind);
        try {
            JsonNode json = list == null || list.isBlank() ? null : JsonSerialization.mapper.readTree(list);
            if (json == null || json.isArray()) {
                return json == null ? JsonSerialization.mapper.createArrayNode() : json;
            }
        } catch (JsonProcessingException e) {
            // Answered below, in the same words as what is no list.
        }
        findings.reject(Violation.of("invalid-policy", CONFIG + kind, "The list of " + kind + " is not a JSON array"));
        return JsonSerialization.mapper.createArrayNode();
    }

    private boolean isRole(String name) {
        int slash = name.indexOf('/');
        if (slash < 0) {
            return realm.getRole(name) != null || realm.getRoleById(name) != null;
        }
        ClientModel client = realm.getClientByClientId(name.substring(0, slash));
        return client != null && client.getRole(name.substring(slash + 1)) != null;
    }

    private boolean isGroup(String path) {
        @Nullable GroupModel group = null;
        for (String name : (path.startsWith("/") ? path.substring(1) : path).split("/", -1)) {
            group = session.groups().getGroupByName(realm, group, name);
            if (group == null) {
                return false;
            }
        }
        return true;
    }
}
