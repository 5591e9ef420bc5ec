package org.millrace.bulk.entity.client.authorization;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.millrace.bulk.entity.client.authorization.OwnObjects.Kind;

/** Ids and references in the authorization settings of one client that are the ids of objects of other clients. For one record. */
final class ForeignIds {
    private final OwnObjects stored;
    private final Map<Kind, Set<String>> foreign = new EnumMap<>(Kind.class);

    ForeignIds(OwnObjects stored) {
        this.stored = stored;
    }

    /** Looks up all ids and references of settings, with one query of each kind: there may be thousands. */
    void lookUp(ResourceServerRepresentation settings) {
        Map<Kind, Set<String>> texts = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            texts.put(kind, new HashSet<>());
        }
        settings.getScopes().forEach(scope -> add(scope.getId(), Kind.SCOPE, texts));
        for (ResourceRepresentation resource : settings.getResources()) {
            add(resource.getId(), Kind.RESOURCE, texts);
            resource.getScopes().forEach(scope -> add(scope.getId(), Kind.SCOPE, texts));
        }
        for (PolicyRepresentation policy : settings.getPolicies()) {
            add(policy.getId(), Kind.POLICY, texts);
            addListed(policy, AuthorizationCheck.RESOURCES, Kind.RESOURCE, texts);
            addListed(policy, AuthorizationCheck.SCOPES, Kind.SCOPE, texts);
            addListed(policy, AuthorizationCheck.POLICIES, Kind.POLICY, texts);
        }
        texts.forEach((kind, each) -> foreign.put(kind, stored.ofOthers(kind, each)));
    }

    private static void addListed(PolicyRepresentation policy, String list, Kind kind, Map<Kind, Set<String>> texts) {
        AuthorizationCheck.listed(policy, list, new ArrayList<>()).forEach(text -> add(text.asText(), kind, texts));
    }

    private static void add(@Nullable String text, Kind kind, Map<Kind, Set<String>> texts) {
        if (text != null) {
            Objects.requireNonNull(texts.get(kind)).add(text);
        }
    }

    /** Whether an object of another client, of any realm, has this id. */
    boolean contain(Kind kind, String text) {
        return foreign.getOrDefault(kind, Set.of()).contains(text);
    }
}
