package org.millrace.bulk.writer.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.Findings;

/** The resources, scopes and policies of one client as settings have them: by name, without ids. */
final class AuthorizationSettings {
    /** What a policy refers to by name, as lists in its configuration. */
    private static final String RESOURCES = "resources";

    private static final String SCOPES = "scopes";
    private static final String POLICIES = "applyPolicies";

    private final ChunkSession within;
    private final AuthorizationProvider provider;
    private final @Nullable ClientModel client;

    /** @param client null if it has no authorization services yet */
    AuthorizationSettings(ChunkSession within, @Nullable ClientModel client) {
        this.within = within;
        this.provider = within.session().getProvider(AuthorizationProvider.class);
        this.client = client;
    }

    /**
     * Finds names that are missing, taken twice or unknown.
     *
     * @param parties knows the roles and groups that policies may name
     */
    void check(ResourceServerRepresentation settings, PolicyParties parties, Findings findings) {
        ResourceCheck resources = new ResourceCheck(findings, "authorizationSettings.resources.");
        Set<String> scopes = new HashSet<>();
        for (ScopeRepresentation scope : settings.getScopes()) {
            unique("scopes.name", scope.getName(), scopes, findings);
        }
        Set<String> names = new HashSet<>();
        for (ResourceRepresentation resource : settings.getResources()) {
            resources.check(resource);
            owner(resource.getOwner(), findings);
            names.add(String.valueOf(resource.getName()));
            resource.getScopes().forEach(scope -> scopes.add(String.valueOf(scope.getName())));
        }
        Set<String> policies = new HashSet<>();
        for (PolicyRepresentation policy : settings.getPolicies()) {
            unique("policies.name", policy.getName(), policies, findings);
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            type(policy, findings);
            parties.check(policy, findings);
            references(policy, RESOURCES, "resource", names, findings);
            references(policy, SCOPES, "scope", scopes, findings);
            references(policy, POLICIES, "policy", policies, findings);
        }
    }

    /** As the import of settings looks for owners: by name, else by id or by what may be a name all the same. */
    private void owner(@Nullable ResourceOwnerRepresentation owner, Findings findings) {
        if (owner == null || owner.getId() == null && owner.getName() == null) {
            return;
        }
        boolean isClient = client != null && client.getId().equals(owner.getId());
        boolean isUser = owner.getName() != null && byName(owner.getName())
                || owner.getId() != null && (byId(owner.getId()) || byName(owner.getId()));
        if (!isClient && !isUser) {
            findings.reject(Violation.of(
                    "unknown-owner", "authorizationSettings.resources.owner", "The owner is no user of the realm"));
        }
    }

    private boolean byName(String username) {
        return within.session().users().getUserByUsername(within.realm(), username) != null;
    }

    private boolean byId(String id) {
        return within.session().users().getUserById(within.realm(), id) != null;
    }

    private static void unique(String field, @Nullable String name, Set<String> names, Findings findings) {
        if (name == null || name.isBlank()) {
            findings.reject(Violation.of("missing-name", "authorizationSettings." + field, "The name is missing"));
        } else if (!names.add(name)) {
            findings.reject(Violation.of("duplicate-name", "authorizationSettings." + field, "Two are called " + name));
        }
    }

    private void type(PolicyRepresentation policy, Findings findings) {
        if (policy.getType() == null || provider.getProviderFactory(policy.getType()) == null) {
            findings.reject(Violation.of(
                    "unknown-policy-type",
                    "authorizationSettings.policies.type",
                    "The server has no such policies as " + policy.getName()));
        }
    }

    private void references(
            PolicyRepresentation policy, String kind, String spoken, Set<String> named, Findings findings) {
        for (JsonNode name : listed(policy, kind, findings)) {
            String reference = name.asText();
            if (!named.contains(reference) && !isStored(kind, reference)) {
                findings.reject(Violation.of(
                        "unknown-" + spoken,
                        "authorizationSettings.policies.config." + kind,
                        "There is no " + spoken + " " + reference));
            }
        }
    }

    /** A list in a policy's configuration; empty where there is none. */
    static JsonNode listed(PolicyRepresentation policy, String kind, Findings findings) {
        String list = policy.getConfig() == null ? null : policy.getConfig().get(kind);
        if (list == null || list.isBlank()) {
            return JsonSerialization.mapper.createArrayNode();
        }
        try {
            return JsonSerialization.mapper.readTree(list);
        } catch (JsonProcessingException e) {
            findings.reject(Violation.of(
                    "invalid-policy",
                    "authorizationSettings.policies.config." + kind,
                    "The list of " + kind + " is not JSON"));
            return JsonSerialization.mapper.createArrayNode();
        }
    }

    private boolean isStored(String kind, String reference) {
        if (client == null) {
            return false;
        }
        StoreFactory stores = provider.getStoreFactory();
        ResourceServer server = server();
        return switch (kind) {
            case RESOURCES ->
                stores.getResourceStore().findById(server, reference) != null
                        || stores.getResourceStore().findByName(server, reference) != null;
            case SCOPES ->
                stores.getScopeStore().findById(server, reference) != null
                        || stores.getScopeStore().findByName(server, reference) != null;
            default ->
                stores.getPolicyStore().findById(server, reference) != null
                        || stores.getPolicyStore().findByName(server, reference) != null;
        };
    }

    /**
     * Whether the client has all this already.
     *
     * @param exactly and nothing else
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
            // What a resource names is made with it.
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

    /** Takes away what the settings do not name. */
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
                .map(ResourceRepresentation::getName)
                .collect(Collectors.toSet());
        for (Resource resource : new ArrayList<>(stores.getResourceStore().findByResourceServer(server))) {
            if (!resources.contains(resource.getName())) {
                stores.getResourceStore().delete(resource.getId());
            }
        }
        Set<String> scopes =
                settings.getScopes().stream().map(ScopeRepresentation::getName).collect(Collectors.toSet());
        settings.getResources().forEach(resource -> resource.getScopes().forEach(scope -> scopes.add(scope.getName())));
        for (Scope scope : new ArrayList<>(stores.getScopeStore().findByResourceServer(server))) {
            if (!scopes.contains(scope.getName())) {
                stores.getScopeStore().delete(scope.getId());
            }
        }
    }

    private ResourceServer server() {
        return provider.getStoreFactory().getResourceServerStore().findByClient(Objects.requireNonNull(client));
    }
}
