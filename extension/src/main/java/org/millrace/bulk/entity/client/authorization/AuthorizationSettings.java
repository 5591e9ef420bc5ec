package org.millrace.bulk.entity.client.authorization;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.ClientModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.entity.resource.ResourceTarget;
import org.millrace.bulk.record.IdMapping;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.Representations;
import org.millrace.server.AuthorizationCache;

/** The resources, scopes and policies of one client as settings have them: by name, without ids. */
public final class AuthorizationSettings {
    private final ChunkSession within;
    private final AuthorizationProvider provider;
    private final ClientIdentity owner;
    /** Null if the client has no authorization services yet. */
    private final @Nullable ClientModel client;

    /** @param hasSettings whether the client has authorization services already */
    AuthorizationSettings(ChunkSession within, ClientIdentity owner, boolean hasSettings) {
        this.within = within;
        this.provider = within.session().getProvider(AuthorizationProvider.class);
        this.owner = owner;
        this.client = hasSettings ? owner.stored() : null;
    }

    /**
     * Brings settings into the form in which they are compared and written: without masks, and without the client as an owner, which
     * it is where no owner is named.
     */
    void normalize(ResourceServerRepresentation settings, ValidationResult result) {
        for (ResourceRepresentation resource : settings.getResources()) {
            ResourceOwnerRepresentation named = resource.getOwner();
            if (named != null && named.getId() != null) {
                String mapped = ids().of(named.getId());
                named.setId(
                        owner.is(mapped) || within.session().users().getUserById(within.realm(), mapped) != null
                                ? mapped
                                : named.getId());
            }
            if (named != null && isClient(named)) {
                resource.setOwner((ResourceOwnerRepresentation) null);
            }
        }
        PolicyReferences references = new PolicyReferences(within, owner, new HiddenReferences(within, owner));
        for (PolicyRepresentation policy : settings.getPolicies()) {
            Map<String, String> config = MaskedSecrets.unmasked(
                    policy.getConfig(),
                    client == null ? null : name -> stored(policy, name),
                    "authorizationSettings.policies.config.",
                    result);
            policy.setConfig(config == null ? new HashMap<>() : new HashMap<>(config));
            moveLists(policy);
            if (!ids().isKeeping()) {
                references.map(policy, ids());
            }
        }
        namePolicies(settings);
    }

    /** Keycloak takes these lists from fields of the policy, too, and prefers them to those of its configuration. */
    private static void moveLists(PolicyRepresentation policy) {
        move(policy.getPolicies(), AuthorizationCheck.POLICIES, policy);
        move(policy.getResources(), AuthorizationCheck.RESOURCES, policy);
        move(policy.getScopes(), AuthorizationCheck.SCOPES, policy);
        policy.setPolicies(null);
        policy.setResources(null);
        policy.setScopes(null);
    }

    private static void move(@Nullable Set<String> names, String list, PolicyRepresentation policy) {
        if (names != null) {
            ArrayNode array = JsonSerialization.mapper.createArrayNode();
            names.forEach(array::add);
            policy.getConfig().put(list, array.toString());
        }
    }

    /** Keycloak's import finds a policy that stands behind in the same settings by its name only. */
    private static void namePolicies(ResourceServerRepresentation settings) {
        Map<String, String> names = new HashMap<>();
        for (PolicyRepresentation policy : settings.getPolicies()) {
            if (policy.getId() != null && policy.getName() != null) {
                names.put(policy.getId(), policy.getName());
            }
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            JsonNode applied = AuthorizationCheck.listed(policy, AuthorizationCheck.POLICIES, new ArrayList<>());
            if (applied.valueStream().anyMatch(name -> names.containsKey(name.asText()))) {
                ArrayNode named = JsonSerialization.mapper.createArrayNode();
                applied.forEach(name -> named.add(names.getOrDefault(name.asText(), name.asText())));
                policy.getConfig().put(AuthorizationCheck.POLICIES, named.toString());
            }
        }
    }

    private IdMapping ids() {
        return within.imported().ids();
    }

    private boolean isClient(ResourceOwnerRepresentation named) {
        if (named.getId() == null && named.getName() == null) {
            return true;
        }
        boolean isNamed = named.getName() != null
                && owner.is(named.getName())
                && within.session().users().getUserByUsername(within.realm(), named.getName()) == null;
        return isNamed || named.getName() == null && owner.is(named.getId());
    }

    private @Nullable String stored(PolicyRepresentation policy, String name) {
        Policy stored = provider.getStoreFactory().getPolicyStore().findByName(server(), policy.getName());
        return stored == null ? null : stored.getConfig().get(name);
    }

    /**
     * Whether the client has all of these settings already.
     *
     * @param exactly whether it must have no others
     */
    boolean equal(ResourceServerRepresentation wanted, boolean exactly) {
        if (client == null) {
            return false;
        }
        Map<String, JsonNode> present =
                portrait(ModelToRepresentation.toResourceServerRepresentation(within.session(), client));
        Map<String, JsonNode> named = portrait(Representations.copy(wanted, ResourceServerRepresentation.class));
        return exactly ? present.equals(named) : present.entrySet().containsAll(named.entrySet());
    }

    private Map<String, JsonNode> portrait(ResourceServerRepresentation settings) {
        Map<String, JsonNode> portrait = new HashMap<>();
        ObjectNode server = JsonSerialization.createObjectNode();
        server.put("mode", String.valueOf(settings.getPolicyEnforcementMode()));
        server.put("remote", settings.isAllowRemoteResourceManagement());
        server.put(
                "strategy",
                settings.getDecisionStrategy() == null
                        ? "UNANIMOUS"
                        : settings.getDecisionStrategy().name());
        portrait.put("server", server);
        for (ScopeRepresentation scope : settings.getScopes()) {
            ObjectNode json = Representations.json(scope);
            json.remove(List.of("id", "policies", "resources"));
            Representations.strip(json);
            portrait.put("scope " + scope.getName(), json);
        }
        for (ResourceRepresentation resource : settings.getResources()) {
            JsonNode json = ResourceTarget.portrait(resource);
            portrait.put("resource " + resource.getName() + " of " + json.path("owner"), json);
            // Scopes of a resource are created with it.
            resource.getScopes().forEach(scope -> portrait.putIfAbsent("scope " + scope.getName(), bare(scope)));
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            portrait.put("policy " + policy.getName(), portrait(policy));
        }
        return portrait;
    }

    private static ObjectNode bare(ScopeRepresentation scope) {
        return JsonSerialization.createObjectNode().put("name", scope.getName());
    }

    private static JsonNode portrait(PolicyRepresentation policy) {
        ObjectNode json = Representations.json(policy);
        json.remove(List.of("id", "owner", "resourcesData", "scopesData"));
        ObjectNode config = json.withObjectProperty("config");
        config.properties().forEach(entry -> entry.setValue(parsed(entry.getValue())));
        Representations.strip(config);
        Representations.sort(json);
        Representations.strip(json);
        return json;
    }

    /** Lists hide in texts. */
    private static JsonNode parsed(JsonNode value) {
        String text = value.asText();
        if (!text.startsWith("[")) {
            return value;
        }
        try {
            return JsonSerialization.mapper.readTree(text);
        } catch (JsonProcessingException e) {
            return value;
        }
    }

    /**
     * Removes everything that the settings do not contain.
     *
     * @param settings resources have the ids of the stored ones: two owners may each have one of the same name
     */
    void removeAllBut(ResourceServerRepresentation settings) {
        StoreFactory stores = provider.getStoreFactory();
        ResourceServer server = server();
        Set<String> policies = settings.getPolicies().stream()
                .map(PolicyRepresentation::getName)
                .collect(Collectors.toSet());
        for (Policy policy : new ArrayList<>(stores.getPolicyStore().findByResourceServer(server))) {
            // One that has an owner belongs to a user, and no settings hold it.
            if (policy.getOwner() == null && !policies.contains(policy.getName())) {
                stores.getPolicyStore().delete(policy.getId());
            }
        }
        Set<String> resources = settings.getResources().stream()
                .map(ResourceRepresentation::getId)
                .collect(Collectors.toSet());
        for (Resource resource : new ArrayList<>(stores.getResourceStore().findByResourceServer(server))) {
            if (!resources.contains(resource.getId())) {
                stores.getResourceStore().delete(resource.getId());
            }
        }
        Set<String> scopes =
                settings.getScopes().stream().map(ScopeRepresentation::getName).collect(Collectors.toSet());
        settings.getResources().forEach(resource -> resource.getScopes().forEach(scope -> scopes.add(scope.getName())));
        for (Scope scope : new ArrayList<>(stores.getScopeStore().findByResourceServer(server))) {
            if (!scopes.contains(scope.getName())) {
                AuthorizationCache.deleteScope(within.session(), scope);
            }
        }
    }

    private ResourceServer server() {
        return provider.getStoreFactory().getResourceServerStore().findByClient(Objects.requireNonNull(client));
    }
}
