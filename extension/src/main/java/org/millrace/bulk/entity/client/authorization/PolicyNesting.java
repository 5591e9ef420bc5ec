package org.millrace.bulk.entity.client.authorization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.PolicyStore;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;

/**
 * Finds policies that apply themselves, directly or through others, and too long chains of policies. Keycloak follows both until the stack
 * of the thread is full, when it imports such settings and each time it evaluates the policy. For one thread.
 */
final class PolicyNesting {
    /** Longest chain of policies each of which applies the next one. */
    static final int MAX_DEPTH = 100;

    private static final int TOO_DEEP = MAX_DEPTH + 1;

    private final Map<String, PolicyRepresentation> given = new HashMap<>();
    private final @Nullable PolicyStore store;
    private final @Nullable ResourceServer server;
    /** By name. */
    private final Map<String, Integer> depths = new HashMap<>();

    /**
     * Policies of settings that a client is going to have.
     *
     * @param store of the policies that the client has already; null if it has none, as the server
     */
    PolicyNesting(ResourceServerRepresentation settings, @Nullable PolicyStore store, @Nullable ResourceServer server) {
        this.store = store;
        this.server = server;
        for (PolicyRepresentation policy : settings.getPolicies()) {
            if (policy.getId() != null) {
                given.putIfAbsent(policy.getId(), policy);
            }
        }
        // As in Keycloak's import, names have precedence over ids.
        for (PolicyRepresentation policy : settings.getPolicies()) {
            if (policy.getName() != null) {
                given.put(policy.getName(), policy);
            }
        }
    }

    /** Whether a policy of the settings applies itself, or begins a chain of more than {@link #MAX_DEPTH} policies. */
    boolean isEndless(PolicyRepresentation policy) {
        return depth(String.valueOf(policy.getName()), new HashSet<>()) >= TOO_DEEP;
    }

    /** Number of policies of the longest chain from this one, at most {@link #TOO_DEEP}. */
    private int depth(String name, Set<String> above) {
        Integer known = depths.get(name);
        if (known != null) {
            return known;
        }
        if (above.size() >= MAX_DEPTH || !above.add(name)) {
            return TOO_DEEP;
        }
        int depth = 1;
        for (String applied : applied(name)) {
            depth = Math.max(depth, 1 + depth(applied, above));
        }
        above.remove(name);
        depth = Math.min(depth, TOO_DEEP);
        depths.put(name, depth);
        return depth;
    }

    /** Names of the policies that a policy applies. */
    private Set<String> applied(String name) {
        Set<String> names = new LinkedHashSet<>();
        PolicyRepresentation policy = given.get(name);
        if (policy != null) {
            AuthorizationCheck.listed(policy, AuthorizationCheck.POLICIES, new ArrayList<>())
                    .forEach(reference -> names.add(nameOf(reference.asText())));
            return names;
        }
        Policy stored = stored(name);
        if (stored != null) {
            stored.getAssociatedPolicies().forEach(each -> names.add(each.getName()));
        }
        return names;
    }

    private String nameOf(String reference) {
        PolicyRepresentation policy = given.get(reference);
        if (policy != null) {
            return String.valueOf(policy.getName());
        }
        Policy stored = stored(reference);
        return stored == null ? reference : stored.getName();
    }

    private @Nullable Policy stored(String reference) {
        if (store == null) {
            return null;
        }
        ResourceServer owner = Objects.requireNonNull(server);
        Policy named = store.findByName(owner, reference);
        return named == null ? store.findById(owner, reference) : named;
    }
}
