package org.millrace.bulk.entity.client.authorization;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import org.millrace.bulk.entity.resource.ResourceCheck;
import org.millrace.bulk.entity.resource.ResourceTarget;
import org.millrace.bulk.record.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.IdMapping;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.MaskedSecrets;
import org.millrace.bulk.writer.model.Representations;

/** The resources, scopes and policies of one client as settings have them: by name, without ids. */
public final class AuthorizationSettings {
    /** References of a policy by name, as lists in its configuration. */
    private static final String RESOURCES = "resources";

    private static final String SCOPES = "scopes";
    private static final String POLICIES = "applyPolicies";

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
                named.setId(owner.is(mapped) || byId(mapped) ? mapped : named.getId());
            }
            if (named != null && isClient(named)) {
                resource.setOwner((ResourceOwnerRepresentation) null);
            }
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            Map<String, String> config = MaskedSecrets.unmasked(
                    policy.getConfig(), name -> stored(policy, name), "authorizationSettings.policies.config.", result);
            policy.setConfig(config == null ? new HashMap<>() : new HashMap<>(config));
            if (!ids().isKeeping()) {
                new PolicyReferences(within, owner).map(policy, ids());
            }
        }
        namePolicies(settings);
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
            JsonNode applied = listed(policy, POLICIES, new ArrayList<>());
            if (applied.valueStream().anyMatch(name -> names.containsKey(name.asText()))) {
                ArrayNode named = JsonSerialization.mapper.createArrayNode();
                applied.forEach(name -> named.add(names.getOrDefault(name.asText(), name.asText())));
                policy.getConfig().put(POLICIES, named.toString());
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
        boolean isNamed = named.getName() != null && owner.is(named.getName()) && !byName(named.getName());
        return isNamed || named.getName() == null && owner.is(named.getId());
    }

    private @Nullable String stored(PolicyRepresentation policy, String name) {
        if (client == null) {
            return null;
        }
        Policy stored = provider.getStoreFactory().getPolicyStore().findByName(server(), policy.getName());
        return stored == null ? null : stored.getConfig().get(name);
    }

    /**
     * Reports missing, duplicate or unknown names. Unless the import is strict, policies that Keycloak would reject are removed
     * from the settings, with all policies that apply them.
     */
    void check(ResourceServerRepresentation settings, ValidationResult result) {
        ResourceCheck resources = new ResourceCheck(result, "authorizationSettings.resources.");
        Set<String> scopes = new HashSet<>();
        for (ScopeRepresentation scope : settings.getScopes()) {
            unique("scopes.name", scope.getName(), scopes, result);
        }
        Set<String> names = new HashSet<>();
        for (ResourceRepresentation resource : settings.getResources()) {
            resources.check(resource);
            owner(resource, result);
            names.add(String.valueOf(resource.getName()));
            names.add(String.valueOf(resource.getId()));
            resource.getScopes().forEach(scope -> scopes.add(String.valueOf(scope.getName())));
        }
        settings.getScopes().forEach(scope -> scopes.add(String.valueOf(scope.getId())));
        Set<String> policies = new HashSet<>();
        for (PolicyRepresentation policy : settings.getPolicies()) {
            unique("policies.name", policy.getName(), policies, result);
        }
        PolicyReferences references = new PolicyReferences(within, owner);
        Set<String> leftOut = new HashSet<>();
        for (PolicyRepresentation policy : settings.getPolicies()) {
            List<Violation> faults = new ArrayList<>();
            type(policy, faults);
            parties(policy, references, faults, result);
            references(policy, RESOURCES, "resource", names, faults);
            references(policy, SCOPES, "scope", scopes, faults);
            references(policy, POLICIES, "policy", policies, faults);
            faults.forEach(result::object);
            if (!faults.isEmpty()) {
                leftOut.add(policy.getName());
            }
        }
        leaveOut(settings, leftOut, result);
    }

    private static void leaveOut(ResourceServerRepresentation settings, Set<String> leftOut, ValidationResult result) {
        if (leftOut.isEmpty() || result.isRejected()) {
            return;
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (PolicyRepresentation policy : settings.getPolicies()) {
                for (JsonNode name : listed(policy, POLICIES, new ArrayList<>())) {
                    if (leftOut.contains(name.asText()) && leftOut.add(policy.getName())) {
                        changed = true;
                        result.warn(Violation.of(
                                "policy-left-out",
                                "authorizationSettings.policies",
                                "Policy \"" + policy.getName() + "\" is left out: it applies policy \"" + name.asText()
                                        + "\""));
                    }
                }
            }
        }
        settings.setPolicies(settings.getPolicies().stream()
                .filter(policy -> !leftOut.contains(policy.getName()))
                .toList());
    }

    private static void parties(
            PolicyRepresentation policy, PolicyReferences references, List<Violation> faults, ValidationResult result) {
        String list = PolicyReferences.list(policy);
        if (list == null) {
            return;
        }
        if (policy.getConfig().get(list) == null) {
            faults.add(Violation.of(
                    "invalid-policy",
                    "authorizationSettings.policies.config." + list,
                    "Policy \"" + policy.getName() + "\" of type \"" + policy.getType() + "\" has no " + list));
            return;
        }
        for (PolicyReferences.Missing each : references.missing(policy, listed(policy, list, faults))) {
            switch (each.effect()) {
                case FAILS -> faults.add(each.missing());
                case LEAVES_OUT -> result.object(each.missing());
                case CANNOT_EXIST -> result.warn(each.missing());
            }
        }
    }

    /** Looks up owners as Keycloak's import of settings does: by name, else by id. */
    private void owner(ResourceRepresentation resource, ValidationResult result) {
        ResourceOwnerRepresentation named = resource.getOwner();
        if (named == null) {
            return;
        }
        boolean isClient = owner.id().equals(named.getId());
        boolean isUser = named.getName() != null && byName(named.getName())
                || named.getId() != null && (byId(named.getId()) || byName(named.getId()));
        if (!isClient && !isUser) {
            String text = named.getName() == null ? named.getId() : named.getName();
            result.reject(Violation.of(
                    "unknown-owner",
                    "authorizationSettings.resources.owner",
                    "Owner \"" + text + "\" of resource \"" + resource.getName()
                            + "\" is neither the client nor a user of realm \""
                            + within.realm().getName() + "\""));
        }
    }

    private boolean byName(String username) {
        return within.session().users().getUserByUsername(within.realm(), username) != null;
    }

    private boolean byId(String id) {
        return within.session().users().getUserById(within.realm(), id) != null;
    }

    private static void unique(String field, @Nullable String name, Set<String> names, ValidationResult result) {
        if (name == null || name.isBlank()) {
            result.reject(Violation.of("missing-name", "authorizationSettings." + field, "The name is missing"));
        } else if (!names.add(name)) {
            result.reject(Violation.of("duplicate-name", "authorizationSettings." + field, "Two are called " + name));
        }
    }

    private void type(PolicyRepresentation policy, List<Violation> faults) {
        if (policy.getType() != null && provider.getProviderFactory(policy.getType()) != null) {
            return;
        }
        String hint = "js".equals(policy.getType())
                ? ". JavaScript policies are deployed to the server in a JAR file, and have a type of their own there"
                : "";
        faults.add(Violation.of(
                "unknown-policy-type",
                "authorizationSettings.policies.type",
                "The server has no policy type \"" + policy.getType() + "\", which policy \"" + policy.getName()
                        + "\" has" + hint));
    }

    private void references(
            PolicyRepresentation policy, String kind, String spoken, Set<String> named, List<Violation> faults) {
        for (JsonNode name : listed(policy, kind, faults)) {
            String reference = name.asText();
            if (!named.contains(reference) && !isStored(kind, reference)) {
                faults.add(Violation.of(
                        "unknown-" + spoken,
                        "authorizationSettings.policies.config." + kind,
                        "Policy \"" + policy.getName() + "\" names the " + spoken + " \"" + reference
                                + "\", which does not exist"));
            }
        }
    }

    /** A list in a policy's configuration; empty where there is none. */
    private static JsonNode listed(PolicyRepresentation policy, String kind, List<Violation> faults) {
        String list = policy.getConfig() == null ? null : policy.getConfig().get(kind);
        if (list == null || list.isBlank()) {
            return JsonSerialization.mapper.createArrayNode();
        }
        try {
            return JsonSerialization.mapper.readTree(list);
        } catch (JsonProcessingException e) {
            faults.add(Violation.of(
                    "invalid-policy",
                    "authorizationSettings.policies.config." + kind,
                    "The list " + kind + " of policy \"" + policy.getName() + "\" is not JSON"));
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

    /** Removes everything that the settings do not contain. */
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
