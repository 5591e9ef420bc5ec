package org.millrace.bulk.entity.client.authorization;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.ClientModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.entity.client.authorization.OwnObjects.Kind;
import org.millrace.bulk.entity.resource.ResourceCheck;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.AuthorizationCache;

/** Validates the authorization settings of one client: names, policy types, owners, and references of policies. */
final class AuthorizationCheck {
    /** References of a policy to the policies that it applies, as a list in its configuration. */
    static final String POLICIES = "applyPolicies";

    static final String RESOURCES = "resources";
    static final String SCOPES = "scopes";

    private final ChunkSession within;
    private final AuthorizationProvider provider;
    private final ClientIdentity owner;
    /** Null if the client has no authorization services yet. */
    private final @Nullable ClientModel client;

    private final OwnObjects stored;
    private final ForeignIds foreign;

    /** @param hasSettings whether the client has authorization services already */
    AuthorizationCheck(ChunkSession within, ClientIdentity owner, boolean hasSettings) {
        this.within = within;
        this.provider = within.session().getProvider(AuthorizationProvider.class);
        this.owner = owner;
        this.client = hasSettings ? owner.stored() : null;
        this.stored = new OwnObjects(within, client);
        this.foreign = new ForeignIds(stored);
    }

    /**
     * Reports missing, duplicate or unknown names. Unless the import is strict, policies that Keycloak would reject are removed
     * from the settings, with all policies that apply them.
     */
    void check(ResourceServerRepresentation settings, ValidationResult result) {
        foreign.lookUp(settings);
        ResourceCheck resources = new ResourceCheck(result, "authorizationSettings.resources.");
        HiddenReferences hidden = new HiddenReferences(within, owner);
        Set<String> scopes = new HashSet<>();
        for (ScopeRepresentation scope : settings.getScopes()) {
            unique("scopes.name", scope.getName(), scopes, result);
            id("scopes.id", Kind.SCOPE, scope.getId(), result);
        }
        Set<String> names = new HashSet<>();
        for (ResourceRepresentation resource : settings.getResources()) {
            resources.check(resource);
            owner(resource, hidden, result);
            id("resources._id", Kind.RESOURCE, resource.getId(), result);
            names.add(String.valueOf(resource.getName()));
            names.add(String.valueOf(resource.getId()));
            for (ScopeRepresentation scope : resource.getScopes()) {
                scopes.add(String.valueOf(scope.getName()));
                id("resources.scopes.id", Kind.SCOPE, scope.getId(), result);
            }
        }
        settings.getScopes().forEach(scope -> scopes.add(String.valueOf(scope.getId())));
        Set<String> policies = new HashSet<>();
        for (PolicyRepresentation policy : settings.getPolicies()) {
            unique("policies.name", policy.getName(), policies, result);
            id("policies.id", Kind.POLICY, policy.getId(), result);
        }
        PolicyReferences references = new PolicyReferences(within, owner, hidden);
        PolicyNesting nesting = nesting(settings);
        Set<String> leftOut = new HashSet<>();
        for (PolicyRepresentation policy : settings.getPolicies()) {
            List<Violation> faults = new ArrayList<>();
            type(policy, faults);
            parties(policy, references, faults, result);
            references(policy, RESOURCES, Kind.RESOURCE, names, faults);
            references(policy, SCOPES, Kind.SCOPE, scopes, faults);
            references(policy, POLICIES, Kind.POLICY, policies, faults);
            nesting(policy, nesting, faults);
            faults.forEach(result::object);
            if (!faults.isEmpty()) {
                leftOut.add(policy.getName());
            }
        }
        leaveOut(settings, leftOut, result);
    }

    private void id(String field, Kind kind, @Nullable String id, ValidationResult result) {
        if (id == null) {
            return;
        }
        String path = "authorizationSettings." + field;
        EntityId.problem(path, id).ifPresent(result::reject);
        if (foreign.contain(kind, id)) {
            result.reject(Violation.of(
                    "id-exists",
                    path,
                    "Another client has a " + kind.word() + " with id \"" + id
                            + "\"; leave the id out, or import with ids=new"));
        }
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
        for (PolicyReferences.Unresolved each : references.unresolvedOf(policy, listed(policy, list, faults))) {
            switch (each.effect()) {
                case HIDDEN -> result.reject(each.violation());
                case FAILS -> faults.add(each.violation());
                case LEAVES_OUT -> result.object(each.violation());
                case CANNOT_EXIST -> result.warn(each.violation());
            }
        }
    }

    /** Looks up owners as Keycloak's import of settings does: by name, and only if no user has the name, by id. */
    private void owner(ResourceRepresentation resource, HiddenReferences hidden, ValidationResult result) {
        ResourceOwnerRepresentation named = resource.getOwner();
        if (named == null) {
            return;
        }
        String name = named.getName();
        String text = name == null ? named.getId() : name;
        if (text != null && owner.isServiceAccount(text)) {
            return;
        }
        UserModel user = name == null ? null : byName(name);
        boolean isHidden = name != null && hidden.isOwner(user);
        String id = user == null ? named.getId() : null;
        boolean isClient = owner.id().equals(id);
        if (id != null && !isClient) {
            user = byId(id);
            isHidden |= hidden.isOwner(user);
        }
        if (isHidden) {
            result.reject(Violation.of(
                    "forbidden-user",
                    "authorizationSettings.resources.owner",
                    "You may not view owner \"" + text + "\" of resource \"" + resource.getName()
                            + "\", or the user does not exist"));
        } else if (!isClient && user == null) {
            result.reject(Violation.of(
                    "unknown-owner",
                    "authorizationSettings.resources.owner",
                    "Owner \"" + text + "\" of resource \"" + resource.getName()
                            + "\" is neither the client nor a user of realm \""
                            + within.realm().getName() + "\""));
        }
    }

    private @Nullable UserModel byName(String username) {
        return within.session().users().getUserByUsername(within.realm(), username);
    }

    /** A name may stand in the place of the id. */
    private @Nullable UserModel byId(String id) {
        UserModel user = within.session().users().getUserById(within.realm(), id);
        return user == null ? byName(id) : user;
    }

    private static void unique(String field, @Nullable String name, Set<String> names, ValidationResult result) {
        if (name == null || name.isBlank()) {
            result.reject(Violation.of("missing-name", "authorizationSettings." + field, "Missing field \"name\""));
        } else if (!names.add(name)) {
            result.reject(Violation.of(
                    "duplicate-name", "authorizationSettings." + field, "Duplicate name \"" + name + "\""));
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

    private PolicyNesting nesting(ResourceServerRepresentation settings) {
        StoreFactory stores = client == null ? null : AuthorizationCache.uncached(within.session());
        return new PolicyNesting(
                settings,
                AuthorizationCheck::applied,
                stores == null ? null : stores.getPolicyStore(),
                stores == null ? null : stores.getResourceServerStore().findByClient(client));
    }

    private static Optional<List<String>> applied(PolicyRepresentation policy) {
        if (policy.getConfig() == null || policy.getConfig().get(POLICIES) == null) {
            return Optional.empty();
        }
        List<String> applied = new ArrayList<>();
        listed(policy, POLICIES, new ArrayList<>()).forEach(reference -> applied.add(reference.asText()));
        return Optional.of(applied);
    }

    private static void nesting(PolicyRepresentation policy, PolicyNesting nesting, List<Violation> faults) {
        nesting.fault(policy)
                .ifPresent(fault -> faults.add(
                        Violation.of("invalid-policy", "authorizationSettings.policies.config." + POLICIES, fault)));
    }

    private void references(
            PolicyRepresentation policy, String list, Kind kind, Set<String> named, List<Violation> faults) {
        for (JsonNode name : listed(policy, list, faults)) {
            String reference = name.asText();
            boolean exists =
                    named.contains(reference) ? !foreign.contain(kind, reference) : stored.have(kind, reference);
            if (!exists) {
                faults.add(Violation.of(
                        "unknown-" + kind.word(),
                        "authorizationSettings.policies.config." + list,
                        "Policy \"" + policy.getName() + "\" names the " + kind.word() + " \"" + reference
                                + "\", which does not exist"));
            }
        }
    }

    /** A list in a policy's configuration; empty where there is none. */
    static JsonNode listed(PolicyRepresentation policy, String kind, List<Violation> faults) {
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
}
