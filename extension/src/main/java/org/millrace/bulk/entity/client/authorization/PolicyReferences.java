package org.millrace.bulk.entity.client.authorization;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;

/**
 * The roles, groups, users, clients and client scopes that policies name, looked up as the factories of their types do on import.
 * Keycloak's import leaves out roles and groups that it does not find, without a word, and fails for all others.
 */
final class PolicyReferences {
    private static final String CONFIG = "authorizationSettings.policies.config.";

    /** The role that switching authorization services on gives a client. */
    private static final String UMA_PROTECTION = "uma_protection";

    /** The list that a policy of each type needs. */
    private static final Map<String, String> LISTS = Map.of(
            "role", "roles",
            "group", "groups",
            "user", "users",
            "client", "clients",
            "client-scope", "clientScopes");

    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final KeycloakSession session;
    private final RealmModel realm;
    private final ClientIdentity client;

    PolicyReferences(ChunkSession within, ClientIdentity client) {
        this.session = within.session();
        this.realm = within.realm();
        this.client = client;
    }

    /**
     * A reference of a policy that cannot be followed.
     *
     * @param missing what does not exist, or is hidden from the caller
     */
    record Missing(Violation missing, Effect effect) {}

    /** What follows for the policy. The first three are what Keycloak's import of settings does about a name that does not exist. */
    enum Effect {
        /** The caller may not know whether the object exists. */
        HIDDEN,
        FAILS,
        LEAVES_OUT,
        /** It leaves out a role of the client itself, which cannot exist before the client. */
        CANNOT_EXIST
    }

    /** The list that a policy of this type needs; null if it needs none. */
    static @Nullable String list(PolicyRepresentation policy) {
        return listOf(String.valueOf(policy.getType()));
    }

    /** The list that policies of this type need; null if they need none. */
    static @Nullable String listOf(String type) {
        return LISTS.get(type);
    }

    /** Maps ids of the policy to the new ids of the import; names have precedence, as in Keycloak's import. */
    void map(PolicyRepresentation policy, IdMapping ids) {
        String list = list(policy);
        String named = list == null ? null : policy.getConfig().get(list);
        if (named == null) {
            return;
        }
        try {
            JsonNode elements = JsonSerialization.mapper.readTree(named);
            ArrayNode mapped = JsonSerialization.mapper.createArrayNode();
            for (JsonNode each : elements) {
                JsonNode other = exists(policy, each) ? each : mapped(each, ids);
                mapped.add(exists(policy, other) ? other : each);
            }
            policy.getConfig().put(list, mapped.toString());
        } catch (JsonProcessingException e) {
            // The check of the list says so.
            return;
        }
    }

    private boolean exists(PolicyRepresentation policy, JsonNode each) {
        return missing(policy, JsonSerialization.mapper.createArrayNode().add(each))
                .isEmpty();
    }

    private static JsonNode mapped(JsonNode each, IdMapping ids) {
        if (each.isTextual()) {
            return TextNode.valueOf(isId(each.asText()) ? ids.of(each.asText()) : each.asText());
        }
        if (each instanceof ObjectNode object && isId(object.path("id").asText())) {
            return object.deepCopy().put("id", ids.of(object.path("id").asText()));
        }
        return each;
    }

    private static boolean isId(String text) {
        return UUID.matcher(text).matches();
    }

    /**
     * The references of the policy that are missing, or hidden from the caller. A hidden object and a missing one that might be hidden give
     * the same problem.
     */
    List<Missing> problems(PolicyRepresentation policy, JsonNode named, HiddenReferences hidden) {
        List<Missing> problems = new ArrayList<>();
        for (JsonNode each : named) {
            if (isHidden(policy, each, hidden)) {
                problems.add(
                        new Missing(forbidden(policy, HiddenReferences.text(policy.getType(), each)), Effect.HIDDEN));
            } else {
                problems.addAll(missing(
                        policy, JsonSerialization.mapper.createArrayNode().add(each)));
            }
        }
        return problems;
    }

    private boolean isHidden(PolicyRepresentation policy, JsonNode each, HiddenReferences hidden) {
        String name = HiddenReferences.text(policy.getType(), each);
        return switch (policy.getType()) {
            case "role" -> hidden.isRole(name);
            case "group" -> hidden.isGroup(group(each));
            case "user" -> hidden.isUser(name);
            case "client" -> hidden.isClient(name);
            default -> hidden.isClientScope(name);
        };
    }

    private static Violation forbidden(PolicyRepresentation policy, String name) {
        String kind = policy.getType();
        String detail = "You may not view " + kind.replace('-', ' ') + " \"" + name + "\" of policy \""
                + policy.getName() + "\", or it does not exist";
        return Violation.of("forbidden-" + kind, CONFIG + LISTS.get(kind), detail);
    }

    /** All missing references of the policy. */
    private List<Missing> missing(PolicyRepresentation policy, JsonNode named) {
        List<Missing> missing = new ArrayList<>();
        for (JsonNode each : named) {
            switch (policy.getType()) {
                case "role" -> role(policy, each.path("id").asText(), missing);
                case "group" -> group(policy, each, missing);
                case "user" -> user(policy, each.asText(), missing);
                case "client" -> client(policy, each.asText(), "clients", missing);
                default -> clientScope(policy, each.path("id").asText(), missing);
            }
        }
        return missing;
    }

    private void role(PolicyRepresentation policy, String name, List<Missing> missing) {
        int slash = name.indexOf('/');
        String of = slash < 0 ? null : name.substring(0, slash);
        Violation unknown = violation(policy, "role", "roles", name);
        if (of == null) {
            if (realm.getRole(name) == null && realm.getRoleById(name) == null) {
                missing.add(new Missing(unknown, Effect.LEAVES_OUT));
            }
        } else if (of.equals(client.clientId())) {
            ClientModel stored = client.stored();
            String own = name.substring(slash + 1);
            if (!own.equals(UMA_PROTECTION) && (stored == null || stored.getRole(own) == null)) {
                missing.add(new Missing(unknown, stored == null ? Effect.CANNOT_EXIST : Effect.LEAVES_OUT));
            }
        } else {
            ClientModel other = realm.getClientByClientId(of);
            if (other == null) {
                missing.add(new Missing(violation(policy, "client", "roles", of), Effect.FAILS));
            } else if (other.getRole(name.substring(slash + 1)) == null) {
                missing.add(new Missing(unknown, Effect.LEAVES_OUT));
            }
        }
    }

    private void group(PolicyRepresentation policy, JsonNode group, List<Missing> missing) {
        String id = group.path("id").asText(null);
        String path = group.path("path").asText("");
        if (group(group) == null) {
            missing.add(new Missing(violation(policy, "group", "groups", id == null ? path : id), Effect.LEAVES_OUT));
        }
    }

    private @Nullable GroupModel group(JsonNode named) {
        String id = named.path("id").asText(null);
        return id == null ? groupAt(named.path("path").asText("")) : realm.getGroupById(id);
    }

    private @Nullable GroupModel groupAt(String path) {
        @Nullable GroupModel group = null;
        for (String name : (path.startsWith("/") ? path.substring(1) : path).split("/")) {
            group = session.groups().getGroupByName(realm, group, name);
            if (group == null) {
                return null;
            }
        }
        return group;
    }

    private void user(PolicyRepresentation policy, String name, List<Missing> missing) {
        if (!client.isServiceAccount(name)
                && session.users().getUserByUsername(realm, name) == null
                && session.users().getUserById(realm, name) == null) {
            missing.add(new Missing(violation(policy, "user", "users", name), Effect.FAILS));
        }
    }

    private void client(PolicyRepresentation policy, String name, String list, List<Missing> missing) {
        if (!client.is(name) && realm.getClientByClientId(name) == null && realm.getClientById(name) == null) {
            missing.add(new Missing(violation(policy, "client", list, name), Effect.FAILS));
        }
    }

    private void clientScope(PolicyRepresentation policy, String name, List<Missing> missing) {
        boolean isNamed =
                realm.getClientScopesStream().anyMatch(scope -> scope.getName().equals(name));
        if (!isNamed && realm.getClientScopeById(name) == null) {
            missing.add(new Missing(violation(policy, "client-scope", "clientScopes", name), Effect.FAILS));
        }
    }

    private Violation violation(PolicyRepresentation policy, String kind, String list, String name) {
        String spoken = kind.replace('-', ' ');
        String detail = Character.toUpperCase(spoken.charAt(0)) + spoken.substring(1) + " \"" + name + "\" of policy \""
                + policy.getName() + "\" does not exist in realm \"" + realm.getName() + "\"";
        return Violation.of("unknown-" + kind, CONFIG + list, detail);
    }
}
