package org.millrace.bulk.entity.client.authorization;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
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
    private final HiddenReferences hidden;

    PolicyReferences(ChunkSession within, ClientIdentity client, HiddenReferences hidden) {
        this.session = within.session();
        this.realm = within.realm();
        this.client = client;
        this.hidden = hidden;
    }

    /**
     * A reference of a policy that is missing, or hidden from the caller.
     *
     * @param violation the problem to report
     */
    record Unresolved(Violation violation, Effect effect) {}

    /**
     * The consequence for the policy or its record. All but {@link #HIDDEN} are what Keycloak's import of settings does about a name that
     * does not exist.
     */
    enum Effect {
        /** The caller may not know whether the object exists: the record is rejected. */
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

    /**
     * Maps ids of the policy to the new ids of the import; names have precedence, as in Keycloak's import. An object that is hidden from the
     * caller counts as missing.
     */
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
        return unresolved(policy, each).isEmpty();
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

    /** The references of the policy that are missing or hidden. A hidden object and a missing one that might be hidden give the same problem. */
    List<Unresolved> unresolvedOf(PolicyRepresentation policy, JsonNode named) {
        List<Unresolved> unresolved = new ArrayList<>();
        named.forEach(each -> unresolved(policy, each).ifPresent(unresolved::add));
        return unresolved;
    }

    private Optional<Unresolved> unresolved(PolicyRepresentation policy, JsonNode each) {
        return switch (policy.getType()) {
            case "role" -> role(policy, each.path("id").asText());
            case "group" -> group(policy, each);
            case "user" -> user(policy, each.asText());
            case "client" -> client(policy, each.asText());
            default -> clientScope(policy, each.path("id").asText());
        };
    }

    private Optional<Unresolved> role(PolicyRepresentation policy, String name) {
        int slash = name.indexOf('/');
        if (slash < 0) {
            RoleModel found = realm.getRole(name);
            RoleModel role = found == null ? realm.getRoleById(name) : found;
            return unresolved(policy, "role", name, role == null, hidden.isRealmRole(role), Effect.LEAVES_OUT);
        }
        String of = name.substring(0, slash);
        if (of.equals(client.clientId())) {
            return ownRole(policy, name, name.substring(slash + 1));
        }
        ClientModel other = realm.getClientByClientId(of);
        RoleModel role = other == null ? null : other.getRole(name.substring(slash + 1));
        boolean isHidden = hidden.isClientRole(role, other);
        if (other == null && !isHidden) {
            return Optional.of(new Unresolved(violation(policy, "client", "roles", of), Effect.FAILS));
        }
        return unresolved(policy, "role", name, role == null, isHidden, Effect.LEAVES_OUT);
    }

    private Optional<Unresolved> ownRole(PolicyRepresentation policy, String name, String own) {
        ClientModel stored = client.stored();
        boolean isMissing = !own.equals(UMA_PROTECTION) && (stored == null || stored.getRole(own) == null);
        return unresolved(
                policy, "role", name, isMissing, false, stored == null ? Effect.CANNOT_EXIST : Effect.LEAVES_OUT);
    }

    private Optional<Unresolved> group(PolicyRepresentation policy, JsonNode named) {
        String id = named.path("id").asText(null);
        String path = named.path("path").asText("");
        GroupModel group = id == null ? groupAt(path) : realm.getGroupById(id);
        return unresolved(
                policy, "group", id == null ? path : id, group == null, hidden.isGroup(group), Effect.LEAVES_OUT);
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

    private Optional<Unresolved> user(PolicyRepresentation policy, String name) {
        if (client.isServiceAccount(name)) {
            return Optional.empty();
        }
        UserModel named = session.users().getUserByUsername(realm, name);
        UserModel user = named == null ? session.users().getUserById(realm, name) : named;
        return unresolved(policy, "user", name, user == null, hidden.isUser(user), Effect.FAILS);
    }

    private Optional<Unresolved> client(PolicyRepresentation policy, String name) {
        if (client.is(name)) {
            return Optional.empty();
        }
        ClientModel named = realm.getClientByClientId(name);
        ClientModel other = named == null ? realm.getClientById(name) : named;
        return unresolved(policy, "client", name, other == null, hidden.isClient(other), Effect.FAILS);
    }

    private Optional<Unresolved> clientScope(PolicyRepresentation policy, String name) {
        ClientScopeModel scope = realm.getClientScopesStream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseGet(() -> realm.getClientScopeById(name));
        return unresolved(policy, "client-scope", name, scope == null, hidden.isClientScope(scope), Effect.FAILS);
    }

    private Optional<Unresolved> unresolved(
            PolicyRepresentation policy, String kind, String name, boolean isMissing, boolean isHidden, Effect effect) {
        String list = String.valueOf(LISTS.get(kind));
        if (isHidden) {
            String detail = "You may not view " + kind.replace('-', ' ') + " \"" + name + "\" of policy \""
                    + policy.getName() + "\", or it does not exist";
            return Optional.of(new Unresolved(Violation.of("forbidden-" + kind, CONFIG + list, detail), Effect.HIDDEN));
        }
        return isMissing ? Optional.of(new Unresolved(violation(policy, kind, list, name), effect)) : Optional.empty();
    }

    private Violation violation(PolicyRepresentation policy, String kind, String list, String name) {
        String spoken = kind.replace('-', ' ');
        String detail = Character.toUpperCase(spoken.charAt(0)) + spoken.substring(1) + " \"" + name + "\" of policy \""
                + policy.getName() + "\" does not exist in realm \"" + realm.getName() + "\"";
        return Violation.of("unknown-" + kind, CONFIG + list, detail);
    }
}
