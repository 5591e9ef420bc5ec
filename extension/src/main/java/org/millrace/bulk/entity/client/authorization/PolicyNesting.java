package org.millrace.bulk.entity.client.authorization;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

    private final Map<String, PolicyRepresentation> byName = new HashMap<>();
    private final Map<String, PolicyRepresentation> byId = new HashMap<>();
    private final Function<PolicyRepresentation, Optional<List<String>>> references;
    private final @Nullable PolicyStore store;
    private final @Nullable ResourceServer server;
    private final Map<String, Depth> depths = new HashMap<>();

    /**
     * Of a policy.
     *
     * @param policies number of policies of the longest chain from it, at most one more than the maximum
     * @param cyclic whether it applies, directly or through others, a policy that applies itself
     */
    private record Depth(int policies, boolean cyclic) {}

    /**
     * Policies of settings that a client is going to have.
     *
     * @param references names and ids of the policies that one of the settings applies; empty if it leaves them as they are
     * @param store of the policies that the client has already; null, like the server, if the client has no authorization services
     */
    PolicyNesting(
            ResourceServerRepresentation settings,
            Function<PolicyRepresentation, Optional<List<String>>> references,
            @Nullable PolicyStore store,
            @Nullable ResourceServer server) {
        this.references = references;
        this.store = store;
        this.server = server;
        for (PolicyRepresentation policy : settings.getPolicies()) {
            if (policy.getId() != null) {
                byId.put(policy.getId(), policy);
            }
            if (policy.getName() != null) {
                byName.put(policy.getName(), policy);
            }
        }
    }

    /** Why a policy of the settings cannot be; empty if it can. */
    Optional<String> fault(PolicyRepresentation policy) {
        Depth depth = depth(String.valueOf(policy.getName()));
        if (depth.cyclic()) {
            return Optional.of("The policies that policy \"" + policy.getName() + "\" applies form a cycle");
        }
        return depth.policies() > MAX_DEPTH
                ? Optional.of("Policy \"" + policy.getName() + "\" begins a chain of more than " + MAX_DEPTH
                        + " policies that apply one another; the maximum is " + MAX_DEPTH)
                : Optional.empty();
    }

    /** A policy whose chains are being followed. */
    private static final class Followed {
        private final String name;
        private final Iterator<String> applied;
        private int policies = 1;
        private boolean cyclic;

        private Followed(String name, Iterator<String> applied) {
            this.name = name;
            this.applied = applied;
        }

        private void add(Depth below) {
            policies = Math.max(policies, Math.min(below.policies(), MAX_DEPTH) + 1);
            cyclic |= below.cyclic();
        }
    }

    /** Without recursion, for chains of any length. */
    private Depth depth(String first) {
        Deque<Followed> chain = new ArrayDeque<>();
        Set<String> names = new HashSet<>();
        if (!depths.containsKey(first)) {
            follow(first, chain, names);
        }
        while (!chain.isEmpty()) {
            Followed last = chain.element();
            if (last.applied.hasNext()) {
                String next = last.applied.next();
                Depth known = depths.get(next);
                if (names.contains(next)) {
                    last.cyclic = true;
                } else if (known != null) {
                    last.add(known);
                } else {
                    follow(next, chain, names);
                }
            } else {
                chain.remove();
                names.remove(last.name);
                Depth depth = new Depth(last.policies, last.cyclic);
                depths.put(last.name, depth);
                if (!chain.isEmpty()) {
                    chain.element().add(depth);
                }
            }
        }
        return Objects.requireNonNull(depths.get(first));
    }

    private void follow(String name, Deque<Followed> chain, Set<String> names) {
        names.add(name);
        chain.push(new Followed(name, applied(name).iterator()));
    }

    /** Names of the policies that a policy applies. */
    private Collection<String> applied(String name) {
        PolicyRepresentation policy = byName.get(name);
        Optional<List<String>> given = policy == null ? Optional.empty() : references.apply(policy);
        Set<String> names = new LinkedHashSet<>();
        if (given.isPresent()) {
            given.get().forEach(reference -> names.add(nameOf(reference)));
            return names;
        }
        Policy stored = policy == null ? stored(name) : storedOf(policy);
        if (stored != null) {
            stored.getAssociatedPolicies().forEach(each -> names.add(nameOf(each)));
        }
        return names;
    }

    private String nameOf(String reference) {
        PolicyRepresentation policy = byName.getOrDefault(reference, byId.get(reference));
        if (policy != null) {
            return String.valueOf(policy.getName());
        }
        Policy stored = stored(reference);
        return stored == null ? reference : nameOf(stored);
    }

    /** The name that a stored policy is going to have. */
    private String nameOf(Policy stored) {
        PolicyRepresentation renamed = byId.get(stored.getId());
        return renamed == null ? stored.getName() : String.valueOf(renamed.getName());
    }

    /** The policy that one of the settings changes: as in Keycloak, found by id, else by name. */
    private @Nullable Policy storedOf(PolicyRepresentation policy) {
        if (store == null) {
            return null;
        }
        ResourceServer owner = Objects.requireNonNull(server);
        Policy stored = policy.getId() == null ? null : store.findById(owner, policy.getId());
        return stored == null ? store.findByName(owner, policy.getName()) : stored;
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
