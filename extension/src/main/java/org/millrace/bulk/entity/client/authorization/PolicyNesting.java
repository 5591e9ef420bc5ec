package org.millrace.bulk.entity.client.authorization;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private final Map<String, PolicyRepresentation> given = new HashMap<>();
    private final Function<PolicyRepresentation, List<String>> references;
    private final @Nullable PolicyStore store;
    private final @Nullable ResourceServer server;
    /** By name. */
    private final Map<String, Integer> depths = new HashMap<>();

    /**
     * Policies of settings that a client is going to have.
     *
     * @param references names and ids of the policies that one of the settings applies
     * @param store of the policies that the client has already; null if it has none, as the server
     */
    PolicyNesting(
            ResourceServerRepresentation settings,
            Function<PolicyRepresentation, List<String>> references,
            @Nullable PolicyStore store,
            @Nullable ResourceServer server) {
        this.references = references;
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
        return depth(String.valueOf(policy.getName())) > MAX_DEPTH;
    }

    /** A policy whose chains are being followed. */
    private static final class Followed {
        private final String name;
        private final Iterator<String> applied;
        private int depth = 1;

        private Followed(String name, Iterator<String> applied) {
            this.name = name;
            this.applied = applied;
        }

        private void add(int below) {
            depth = Math.max(depth, Math.min(below, MAX_DEPTH) + 1);
        }
    }

    /** Number of policies of the longest chain from this one, at most one more than the maximum. Without recursion, for chains of any length. */
    private int depth(String first) {
        Deque<Followed> chain = new ArrayDeque<>();
        Set<String> names = new HashSet<>();
        follow(first, chain, names);
        while (!chain.isEmpty()) {
            Followed last = chain.element();
            if (last.applied.hasNext()) {
                String next = last.applied.next();
                if (names.contains(next)) {
                    last.add(MAX_DEPTH);
                } else if (depths.containsKey(next)) {
                    last.add(depths.getOrDefault(next, 0));
                } else {
                    follow(next, chain, names);
                }
            } else {
                chain.remove();
                names.remove(last.name);
                depths.put(last.name, last.depth);
                if (!chain.isEmpty()) {
                    chain.element().add(last.depth);
                }
            }
        }
        return depths.getOrDefault(first, 0);
    }

    private void follow(String name, Deque<Followed> chain, Set<String> names) {
        names.add(name);
        chain.push(new Followed(name, applied(name).iterator()));
    }

    /** Names of the policies that a policy applies. */
    private Set<String> applied(String name) {
        Set<String> names = new LinkedHashSet<>();
        PolicyRepresentation policy = given.get(name);
        if (policy != null) {
            references.apply(policy).forEach(reference -> names.add(nameOf(reference)));
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
